-- C programs and libraries that specs compile.

local c = {}

--- Runs a shell command: whether it succeeded, what it said and its exit code.
function c.run(command)
  -- the code is printed, because in Lua 5.1 a pipe that is closed does not tell it
  local pipe = assert(io.popen(("{ %s\n} 2>&1; printf '\\n%%d' $?"):format(command)))
  local output, code = pipe:read("*a"):match "^(.*)\n(%d+)$"
  pipe:close()
  return code == "0", output, tonumber(code)
end

--- The same for a command that must succeed.
function c.must(command)
  local succeeded, output = c.run(command)
  assert(succeeded, command .. "\n" .. output)
  return output
end

--- The flag that finds Lua's headers: in LUA_INCDIR, or where LuaRocks says.
function c.lua_headers()
  local folder = os.getenv "LUA_INCDIR"
  if folder then return "-I" .. folder end
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
