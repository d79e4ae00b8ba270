-- Reads what gcov has written and what .ci/lines.c has noted; prints what was not run.
--   lua .ci/coverage_report.lua ROOT FILE.gcov... [--lines FILE.gcov...]
-- Of the files after --lines, whose sources were compiled for another Lua, only the lines count.

local root = arg[1]
local lines, run, branches, taken, unexplained = 0, 0, 0, 0, {}

-- A header stands in several files: what one of them runs is run.
local sources = {}

local function note(source, number, count, text)
  local line = source[number] or { count = 0, branches = {} }
  line.count, line.text = line.count + count, text
  source[number] = line
  return line
end

local LABEL = "^%s*[%a_][%w_]*:%s*$" -- has no code of its own

local function read(path, lines_only)
  local source, line, branch
  for row in io.lines(path) do
    local count, number, text = row:match "^%s*([^:]+):%s*(%d+):(.*)$"
    if number == "0" then
      local name = text:match "^Source:.*csrc/%a+/(.*)$"
      if name then
        sources[name] = sources[name] or {}
        source = sources[name]
      end
    elseif number and source and count ~= "-" and not text:find(LABEL) then
      line, branch = note(source, tonumber(number), tonumber(count:match "^%d+") or 0, text), 0
    elseif source and line and not lines_only and row:match "^branch" then
      branch = branch + 1
      line.branches[branch] = (line.branches[branch] or 0) + (tonumber(row:match "taken (%d+)") or 0)
    end
  end
end

local lines_only = false
for i = 2, #arg do
  if arg[i] == "--lines" then lines_only = true else read(arg[i], lines_only) end
end

local names = {}
for name in pairs(sources) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local numbers = {}
  for number in pairs(sources[name]) do numbers[#numbers + 1] = number end
  table.sort(numbers)
  for _, number in ipairs(numbers) do
    local line = sources[name][number]
    local explained = line.text:find("not reached:", 1, true)
    lines = lines + 1
    if line.count > 0 or explained then
      run = run + 1
    else
      unexplained[#unexplained + 1] = ("csrc/%s:%d: not run: %s"):format(name, number, line.text:match "^%s*(.*)$")
    end
    for b, times in ipairs(line.branches) do
      branches = branches + 1
      if times > 0 or explained then
        taken = taken + 1
      elseif line.count > 0 then
        print(("csrc/%s:%d: branch %d not taken: %s"):format(name, number, b, line.text:match "^%s*(.*)$"))
      end
    end
  end
end

-- Lua: the lines that have code are those of the active lines of every function.
local noted = {}
for place in io.lines(root .. "/.rocks/coverage/lines") do noted[place] = true end

local NOT_HOOKED = { VARARGPREP = true, RETURN = true, CLOSURE = true }

-- What is only there for editors to read is never run.
local function is_for_editors(path) return io.lines(path)():find "^%-%-%-@meta" ~= nil end

local function active_lines(path)
  local active = {}
  if is_for_editors(path) then return active end
  local pipe = io.popen("luac5.4 -l -l -p " .. path)
  for row in pipe:lines() do
    local number, code = row:match "^%s+%d+%s+%[(%d+)%]%s+(%u+)"
    if number and not NOT_HOOKED[code] then active[tonumber(number)] = true end
  end
  pipe:close()
  return active
end

local lua_lines, lua_run = 0, 0
for path in io.popen("cd " .. root .. " && find lua -name '*.lua'"):lines() do
  for number in pairs(active_lines(root .. "/" .. path)) do
    lua_lines = lua_lines + 1
    if noted[path .. " " .. number] then
      lua_run = lua_run + 1
    else
      unexplained[#unexplained + 1] = ("%s:%d: not run"):format(path, number)
    end
  end
end

for _, message in ipairs(unexplained) do print(message) end
print(("C: %d of %d lines, %d of %d branches (%.1f %%); Lua: %d of %d lines"):format(run, lines, taken, branches,
  100 * taken / branches, lua_run, lua_lines))
os.exit(#unexplained == 0 and taken >= 0.97 * branches)
