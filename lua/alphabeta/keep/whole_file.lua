-- Files that are written whole, or stay as they were. Functions take the `io` and `os` of the script, which need not be
-- those of the host.

local whole_file = {}

-- Whether a file has something to lose, or is yet to be made. What has no size, such as a device or a pipe, is written
-- straight to: it must not be replaced.
local function is_to_be_replaced(io, path)
  local file = io.open(path, "rb")
  if not file then return true end
  local size = file:seek "end"
  file:close()
  return size ~= nil and size > 0
end

-- Writes a text, or what a function writes piece by piece; or nil, and the reason why not.
local function write_to(file, text)
  if type(text) == "string" then return file:write(text) end
  local ok, reason = true, nil
  local whole, problem = text(function(piece)
    if ok then ok, reason = file:write(piece) end
  end)
  if not whole then return nil, problem end
  return ok, reason
end

-- Writes a file from its beginning; or nil and the reason why not, without the name.
local function put(io, path, text)
  local file, message = io.open(path, "wb")
  if not file then return nil, message:sub(1, #path + 2) == path .. ": " and message:sub(#path + 3) or message end
  local ok
  ok, message = write_to(file, text)
  local closed, problem = file:close()
  return ok and closed, message or problem
end

-- A name beside a file that no other file has.
local function name_beside(io, path)
  local name, number = path .. ".new", 1
  while true do
    local file = io.open(name, "rb")
    if not file then return name end
    file:close()
    name, number = ("%s.new%d"):format(path, number), number + 1
  end
end

-- Is this a system where a name that is taken cannot be given to another file?
local function has_exclusive_names()
  local package = rawget(_G, "package")
  return type(package) == "table" and package.config:sub(1, 1) == "\\" -- Windows
end

-- Gives a file another one's name; or nil, the reason why not, and whether the other one is lost.
local function rename(os, name, path)
  local ok, message = os.rename(name, path)
  if ok or not has_exclusive_names() or not os.remove(path) then return ok, message, false end
  ok, message = os.rename(name, path)
  return ok, message, true
end

local function replace(io, os, path, text)
  local name, lost = name_beside(io, path), false
  local ok, reason = put(io, name, text)
  if ok then ok, reason, lost = rename(os, name, path) end
  if ok then return true end
  if lost then return nil, ("%s (it is in '%s')"):format(reason, name) end
  os.remove(name)
  return nil, reason
end

--- What keeps a file that is not there yet from being written; nil: nothing.
---@param path string
---@return string?
function whole_file.refusal(io, os, path)
  local name = name_beside(io, path)
  local ok, reason = put(io, name, "")
  os.remove(name)
  return not ok and reason or nil
end

--- Writes a file. If that fails, what was there before is there still.
---@param path string
---@param text string|fun(write: fun(piece: string)): boolean?, string? or what writes it; nil and a reason: in vain
---@return boolean? ok
---@return string? reason without the file's name
function whole_file.write(io, os, path, text)
  if is_to_be_replaced(io, path) then return replace(io, os, path, text) end
  return put(io, path, text)
end

return whole_file
