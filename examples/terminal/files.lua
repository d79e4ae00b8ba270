-- Files that are read only so far, and written whole or not at all.

local whole_file = require "alphabeta.keep.whole_file"

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

--- What keeps a file that is not there yet from being written; nil: nothing.
---@param path string
---@return string?
function files.refusal(path)
  local reason = whole_file.refusal(io, os, path)
  return reason and tell(path, reason)
end

--- Writes a file. If that fails, what was there before is there still.
---@param path string
---@param text string
---@return boolean? ok
---@return string? message
function files.write(path, text)
  local ok, reason = whole_file.write(io, os, path, text)
  if ok then return true end
  return nil, tell(path, reason)
end

return files
