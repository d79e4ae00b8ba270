std = "max" -- the globals of every Lua from 5.1 on
max_line_length = 120
cache = false
include_files = { "**/*.lua", "*.rockspec" }
exclude_files = { ".rocks", "lua_modules" }

files["spec"] = { std = "max+busted" }
files["*.rockspec"] = { std = "rockspec" }
