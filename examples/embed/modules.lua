-- Writes a C header with the Lua modules of a rockspec, and others, for a program that has them built in.
--
--   lua modules.lua ROCKSPEC [NAME=FILE...] > modules.h

local path = arg[1]
local folder = path:match "^(.*/)" or ""

dofile(path) -- a rockspec sets globals
local sources = _G.build.modules

local function bytes_of(file)
  local handle = assert(io.open(file, "rb"))
  local text = handle:read "*a"
  handle:close()
  local bytes = {}
  for i = 1, #text do bytes[i] = text:byte(i) .. (i % 24 == 0 and ",\n" or ",") end
  return table.concat(bytes)
end

local names, files = {}, {}

local function add(name, file)
  names[#names + 1] = name
  files[name] = file
end

for name, source in pairs(sources) do
  if type(source) == "string" then add(name, folder .. source) end
end
for i = 2, #arg do add(arg[i]:match "^([^=]+)=(.+)$") end
table.sort(names)

for i, name in ipairs(names) do
  print(("static const unsigned char module_%d[] = {\n%s\n};"):format(i, bytes_of(files[name])))
end
print "static const struct { const char *name; const unsigned char *text; size_t length; } modules[] = {"
for i, name in ipairs(names) do
  print(('  {"%s", module_%d, sizeof module_%d},'):format(name, i, i))
end
print "};"
