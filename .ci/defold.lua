-- Runs main.lua as Defold would: modules that are required somewhere, beginning with that file, are known; nothing else
-- is found, but for what is loaded already.

local found = {}

local function take_in(name)
  if found[name] then return end
  local file = assert(io.open(name:gsub("%.", "/") .. ".lua"))
  found[name] = file:read "*a"
  file:close()
  for other in found[name]:gmatch 'require%s*%(?"([%w_.]+)"' do take_in(other) end
end

package.cpath = "./?.so"
require "extension"
take_in "main"
package.loaders = { function(name) return found[name] and assert(loadstring(found[name], name)) or "not " .. name end }
require "main"
