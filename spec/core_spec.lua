-- The core by itself, compiled without Lua and run as a C program.

local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read("*a")
  return pipe:close(), output
end

describe("the core without Lua", function()
  it("has the reference's values on random trees, for any slice size", function()
    local program = os.tmpname()
    local compiled, messages = run("cc -std=c99 -O1 -Wall -Wextra -Icsrc -o " .. program
      .. " spec/core/loop_test.c csrc/ab_*.c -lm")
    assert(compiled, messages)
    local passed, output = run(program .. " " .. (os.getenv("ALPHABETA_TREES") or 2000))
    os.remove(program)
    assert(passed, output)
    assert.matches("%d+ trees, 0 failures", output)
  end)
end)
