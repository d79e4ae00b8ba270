-- .ci/specs deals the files of specs out to the processors: what goes wrong in any of them is shown, and counted.

local c = require "spec.support.c"
local files = require "spec.support.files"

local FILES = {
  good = 'describe("a", function() it("b", function() end) it("c", function() end) end)',
  failing = 'it("fails", function() assert.equal(1, "as it must") end) it("works", function() end)',
  raising = 'it("raises", function() local t = nil; return t.field end)',
  waiting = 'pending "not yet"; it("works", function() end)',
  crashing = 'it("works", function() end) it("crashes", function() os.exit(0) end)',
  leaving = 'it("works", function() end) require("busted").subscribe({ "exit" }, function() os.exit(9) end)',
  broken = "this is no Lua",
  empty = "",
  slow = 'it("takes long", function() while true do end end)',
}

-- Runs .ci/specs on files: its exit status is 0; its last line; all that it says.
local function run(...)
  local folder = c.must("mktemp -d"):match "%S+"
  local paths = {}
  for i, name in ipairs { ... } do
    paths[i] = files.write(("%s/%s_spec.lua"):format(folder, name), FILES[name])
  end
  local worked, output = c.run("SPEC_SECONDS=1 .ci/specs " .. table.concat(paths, " "))
  c.must("rm -r " .. folder)
  return worked or false, output:match "([^\n]*)\n$", output
end

describe("the files of specs", function()
  it("are summed up", function()
    local worked, last, output = run("good", "waiting")
    assert.is_true(worked, output)
    assert.matches("^3 successes / 0 failures / 0 errors / 1 pending : %d+%.%d seconds$", last)
    assert.matches("ok .* %S+/good_spec%.lua: 2\n", output)
  end)

  it("fail where one of them fails, whose output is shown whole", function()
    local worked, last, output = run("good", "failing", "raising")
    assert.is_false(worked)
    assert.matches("^3 successes / 1 failure.? / 1 error.? / 0 pending : ", last)
    assert.matches("FAILED .* %S+/failing_spec%.lua: 1\n", output)
    assert.matches("as it must", output, 1, true)
    assert.matches("attempt to index a nil value", output, 1, true)
  end)

  for name, told in pairs {
    crashing = "no spec ran to its end (exit status 0)", leaving = "exit status 9, though no spec failed",
    empty = "no spec ran to its end (exit status 0)", broken = "syntax error near",
    slow = "no spec ran to its end (exit status 124)",
  } do
    it("fail where one is " .. name, function()
      local worked, last, output = run("good", name)
      assert.is_false(worked)
      assert.matches("^%d+ successes / 0 failures / 1 errors / 0 pending : ", last)
      assert.matches(told, output, 1, true)
    end)
  end
end)
