-- What the searches visit, position by position: it does not change by accident.

local facts = require "spec.support.facts"
local signature = require "spec.support.signature"

describe("the signature of the search", function()
  local wanted = {}
  for _, row in ipairs(facts.rows "spec/facts/signature.tsv") do wanted[row.title] = tostring(row.line) end

  for _, row in ipairs(signature.rows()) do
    local title, line = row[1], row[2]
    it("is as it was: " .. title, function()
      assert.equal(wanted[title], line)
      wanted[title] = nil
    end)
  end

  it("has all of the known searches", function() assert.same({}, wanted) end)
end)
