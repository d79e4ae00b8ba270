std = "max" -- the globals of every Lua from 5.1 on
max_line_length = 120
cache = false
include_files = { "**/*.lua", "*.rockspec" }
exclude_files = { ".rocks", "build", "lua_modules" }

files["spec"] = { std = "max+busted" }
files["examples/love"] = { std = "max+love" }
files["examples/luanti"] = { globals = { "minetest" } }
files[".ci/luanti.lua"] = { globals = { "minetest" } }
files[".ci/love.lua"] = { std = "max+love" }
files["*.rockspec"] = { std = "rockspec" }
