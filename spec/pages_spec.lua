-- The pages print what they show: every example in Lua is run, and what the hosts of other programs find is what the
-- library finds here.

local alphabeta = require "alphabeta"
local files = require "spec.support.files"

local kalah = require "alphabeta.games.kalah"

describe("the examples", function()
  for _, page in ipairs(files.lines_of "ls README.md doc/*.md") do
    it("of " .. page .. " print what it shows", function()
      local output, status = files.output_of("lua5.4 .ci/readme.lua " .. page)
      assert.equal("0", status, output)
    end)
  end

  it("are found wrong where they print something else, or end with an error", function()
    for _, wrong in ipairs { "```lua\nprint(1)\n```\n```text\n2\n```\n", "```lua\nerror()\n```\n",
      "```lua\nio.write \"> \"\nprint(io.read())\n```\n```text typed\n> 1\n2\n```\n" } do
      local page = files.new(wrong)
      local output, status = files.output_of("lua5.4 .ci/readme.lua " .. page)
      os.remove(page)
      assert.equal("1", status)
      assert.matches("\n1 examples run, 1 wrong\n$", output)
    end
  end)

  it("that are commands are run where that is asked for, beside the files of the page", function()
    local page = files.new("```lua one.lua\nprint(1)\n```\n"
      .. "```sh run\nls examples/play.lua one.lua\n```\n```text\n2\n```\n")
    assert.equal("1 examples run, 0 wrong\n", (files.output_of("lua5.4 .ci/readme.lua " .. page)))
    local output, status = files.output_of("lua5.4 .ci/readme.lua --commands " .. page)
    os.remove(page)
    assert.equal("1", status)
    assert.matches(":4: expected\n2\ngot\nexamples/play.lua\none.lua\n\n2 examples run, 1 wrong\n$", output)
  end)
end)

describe("where-it-runs.md", function()
  local text = files.read "doc/where-it-runs.md"

  it("shows what the example of all hosts prints, which need not be there for that", function()
    local printed = tostring(alphabeta.search(kalah, kalah.initial(), { depth = 8 }))
    local count = 0
    for line in text:gmatch "[^\n]+" do
      if line:find "^%d+, value .* positions$" then
        assert.equal(printed, line)
        count = count + 1
      end
    end
    assert(count >= 3, count)
  end)

  it("shows the best moves that the examples of nginx and Pandoc print", function()
    local state = kalah.play(kalah.play(kalah.initial(), 3), 6)
    local best = alphabeta.search(kalah, state, { depth = 8 }).move
    assert(text:find(("```text\n%s\nbest: %d\n```"):format(kalah.format(state), best), 1, true))
    local first = alphabeta.search(kalah, kalah.initial(), { depth = 8 }).move
    assert(text:find(("```text\nSouth begins with hole %d.\n```"):format(first), 1, true))
  end)
end)
