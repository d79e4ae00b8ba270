-- Known truths from the files of spec/facts.

local facts = {}

--- The rows of a tab separated file as tables by column name, numbers as numbers. Lines that begin with
--- "#" are comments, the first other one has the names.
function facts.rows(path)
  local columns, rows = nil, {}
  for line in io.lines(path) do
    if line:sub(1, 1) ~= "#" then
      local fields = {}
      for field in line:gmatch "[^\t]+" do fields[#fields + 1] = field end
      if columns then
        local row = {}
        for i, name in ipairs(columns) do row[name] = tonumber(fields[i]) or fields[i] end
        rows[#rows + 1] = row
      end
      columns = columns or fields
    end
  end
  return rows
end

local INFINITE = { inf = math.huge, ["-inf"] = -math.huge }

--- A number as the files have it: also "inf" and "-inf".
function facts.number(text)
  return INFINITE[text] or tonumber(text)
end

--- A comma separated list of numbers; of one it is that number itself.
function facts.numbers(text)
  if type(text) == "number" then return { text } end
  local list = {}
  for word in text:gmatch "[^,]+" do list[#list + 1] = facts.number(word) end
  return list
end

return facts
