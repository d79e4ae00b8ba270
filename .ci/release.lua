-- Prints the rockspec of the release whose version csrc/alphabeta.h has: that of the development version, with the
-- release's number, and its tag as the source.
--   lua5.4 .ci/release.lua >alphabeta-$(lua5.4 .ci/release.lua number).rockspec

local read = require("spec.support.files").read

local header, parts = read "csrc/alphabeta.h", {}
for i, part in ipairs { "MAJOR", "MINOR", "PATCH" } do
  parts[i] = assert(header:match("#define AB_VERSION_" .. part .. " (%d+)\n"), part)
end
local version = table.concat(parts, ".")

if arg[1] == "number" then
  print(version .. "-1")
  return
end

local rockspec, versions = read("alphabeta-scm-1.rockspec"):gsub('\nversion = "scm%-1"\n', function()
  return ('\nversion = "%s-1"\n'):format(version)
end)
local sources
rockspec, sources = rockspec:gsub('(\nsource = {\n  url = "[^"]*",\n)', ('%%1  tag = "v%s",\n'):format(version))
assert(versions == 1 and sources == 1, "the rockspec is not as it was")
io.write(rockspec)
