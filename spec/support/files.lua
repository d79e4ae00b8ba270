-- Whole files, and what commands print.

local files = {}

--- The text of a file.
function files.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

--- Writes a file, and says where.
function files.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

--- A new file with this text; its path.
function files.new(text) return files.write(os.tmpname(), text) end

--- The lines that a command prints, which must succeed.
function files.lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  assert(pipe:close())
  return list
end

return files
