-- Files that are read only so far, and written whole or not at all.

local files = {}

files.MOST = 2 ^ 20 // 1 -- bytes that are read: a device, too, comes to an end

local function tell(path, message) return ("%s: %s"):format(path, message) end

--- The text of a file; or nil and a message.
---@param path string
---@return string? text
---@return string? message
function files.read(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local text, problem = file:read(files.MOST + 1)
  file:close()
  if problem then return nil, tell(path, problem) end
  if text and #text > files.MOST then return nil, tell(path, ("longer than %d bytes"):format(files.MOST)) end
  return text or ""
end

--- Iterates over the lines of a text.
function files.lines(text)
  return text:gsub("([^\n])$", "%1\n"):gmatch "([^\n]*)\n"
end

--- A function that reads the lines of an open file, one at a call, nil at the end. It raises an error at a line
--- that is too long to be one: a device may never end it.
---@param file file*
---@return fun(): string?
function files.line_reader(file)
  return function()
    local characters = {}
    for i = 1, files.MOST do
      local character = file:read(1)
      if character == "\n" or not character and i > 1 then return table.concat(characters) end
      if not character then return nil end
      characters[i] = character
    end
    error(("a line of the input is longer than %d bytes"):format(files.MOST), 0)
  end
end

-- Whether a file has something to lose. What has no size, such as a device or a pipe, is written straight to:
-- it must not be replaced.
local function is_to_be_replaced(path)
  local file = io.open(path, "rb")
  if not file then return true end
  local size = file:seek "end"
  file:close()
  return size ~= nil and size > 0
end

-- Writes a file from its beginning; or nil and the reason why not.
local function put(path, text)
  local file, message = io.open(path, "wb")
  if not file then return nil, message:sub(#path + 3) end -- without the name
  local ok
  ok, message = file:write(text)
  local closed, problem = file:close()
  return ok and closed, message or problem
end

-- A name beside a file that no other file has.
local function name_beside(path)
  local name, number = path .. ".new", 1
  while true do
    local file = io.open(name, "rb")
    if not file then return name end
    file:close()
    name, number = ("%s.new%d"):format(path, number), number + 1
  end
end

local function rename(name, path)
  local ok, message = os.rename(name, path)
  if ok or package.config:sub(1, 1) ~= "\\" then return ok, message end
  os.remove(path) -- where a name that is taken cannot be given
  return os.rename(name, path)
end

local function replace(path, text)
  local name = name_beside(path)
  local ok, reason = put(name, text)
  if ok then ok, reason = rename(name, path) end
  if not ok then os.remove(name) end
  return ok, reason
end

--- What keeps a file that is not there yet from being written; nil: nothing.
---@param path string
---@return string?
function files.refusal(path)
  local name = name_beside(path)
  local ok, reason = put(name, "")
  os.remove(name)
  if not ok then return tell(path, reason) end
end

--- Writes a file. If that fails, what was there before is there still.
---@param path string
---@param text string
---@return boolean? ok
---@return string? message
function files.write(path, text)
  local ok, reason = (is_to_be_replaced(path) and replace or put)(path, text)
  if ok then return true end
  return nil, tell(path, reason)
end

return files
