-- Which of its files does a program have at a terminal? `script` runs a command in one.

local c = require "spec.support.c"
local files = require "spec.support.files"

local PROGRAM = [[local terminal = require "alphabeta.tell.terminal"
local file = assert(io.open(arg[1], "w"))
for descriptor = 0, 2 do file:write(tostring(terminal.is_terminal(descriptor)), " ") end
file:close()]]

describe("a file of a program", function()
  it("is a terminal or not, each for itself", function()
    local program, answer = files.new(PROGRAM), os.tmpname()
    for redirections, expected in pairs {
      ["</dev/null"] = "false true true ",
      [">/dev/null"] = "true false true ",
      ["2>/dev/null </dev/null"] = "false true false ",
      ["</dev/null >/dev/null 2>&1"] = "false false false ",
    } do
      c.must(("script -qec 'lua5.4 %s %s %s' /dev/null </dev/null"):format(program, answer, redirections))
      assert.equal(expected, files.read(answer), redirections)
    end
    os.remove(program)
    os.remove(answer)
  end)
end)
