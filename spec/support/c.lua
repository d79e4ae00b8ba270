-- C programs and libraries that specs compile.

local c = {}

--- Runs a shell command: whether it succeeded, and what it said.
function c.run(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local output = pipe:read "*a"
  return pipe:close(), output
end

--- The same for a command that must succeed.
function c.must(command)
  local succeeded, output = c.run(command)
  assert(succeeded, command .. "\n" .. output)
  return output
end

--- The flag that finds Lua's headers.
function c.lua_headers()
  local version = _VERSION:match "%d%.%d"
  return "-I" .. c.must("luarocks --lua-version " .. version .. " config variables.LUA_INCDIR"):match "%S+"
end

--- Compiles a Lua library of one source and loads it; what its luaopen function returns.
function c.library(source, name)
  local path = os.tmpname()
  c.must(("cc -std=c99 -O1 -Wall -Wextra -Werror -shared -fPIC -Icsrc %s -o %s %s"):format(
    c.lua_headers(), path, source))
  local open = assert(package.loadlib(path, "luaopen_" .. name))
  os.remove(path)
  return open(name)
end

return c
