-- The program that runs the specs: an interpreter, or a host that has the module inside.

local files = require "spec.support.files"

local interpreter = { path = arg[0] }
for i = -1, -20, -1 do interpreter.path = arg[i] or interpreter.path end

--- What a program prints that it runs in a process of its own, errors included, with spaces for tabs.
---@param program string Lua
---@param cpath? string where modules in C are; default: as here
function interpreter.run(program, cpath)
  local paths = ("package.path, package.cpath = %q, %q\n"):format(package.path, cpath or package.cpath)
  local path = files.new(paths .. program)
  local pipe = assert(io.popen(("timeout 60 %q %q 2>&1"):format(interpreter.path, path)))
  local output = pipe:read "*a"
  pipe:close()
  os.remove(path)
  return (output:gsub("\t", " "))
end

return interpreter
