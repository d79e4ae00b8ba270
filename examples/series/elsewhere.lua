-- Command lines that are run by another program: whatever takes command lines at its standard input, one on a line,
-- runs them, and ends when they have ended. `parallel` does, on the cores of this machine and by ssh on others.

local elsewhere = {}

-- A word for the shell.
local function quoted(word) return "'" .. tostring(word):gsub("'", "'\\''") .. "'" end

--- A command line.
---@param words any[]
---@return string
function elsewhere.line(words)
  local list = {}
  for i, word in ipairs(words) do list[i] = quoted(word) end
  return table.concat(list, " ")
end

--- Runs command lines, and waits for their end. Whether they have done their work is for the caller to see.
---@param engine string a command, as "parallel -j 4"
---@param commands string[]
---@param path string of a file for them (a pipe would end this program with an engine that does not read it)
function elsewhere.run(engine, commands, path)
  local file = assert(io.open(path, "wb"))
  assert(file:write(table.concat(commands, "\n"), "\n"))
  assert(file:close())
  os.execute(("{ %s\n} <%s"):format(engine, quoted(path)))
  os.remove(path)
end

return elsewhere
