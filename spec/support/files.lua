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

--- A new folder; its path.
function files.folder()
  local path = os.tmpname()
  os.remove(path)
  assert(os.execute("mkdir " .. path))
  return path
end

--- What a command prints, errors included, and its exit status, as text.
function files.output_of(command)
  local pipe = assert(io.popen(("(%s; echo $?) 2>&1"):format(command)))
  local output = pipe:read "*a"
  pipe:close()
  return output:match "^(.-)(%d+)\n$"
end

--- The lines that a command prints, which must succeed.
function files.lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  assert(pipe:close())
  return list
end

--- Asserts that a program ends with an error.
---@param run fun(words: string): string, string what it prints, and its exit status
---@param cases table<string, string> what it says, by what it is called with
function files.refuses(run, cases)
  for words, message in pairs(cases) do
    local text, status = run(words)
    assert(text:find(message, 1, true), text)
    assert(status == "1", text)
  end
end

return files
