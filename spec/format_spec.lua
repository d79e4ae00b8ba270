-- Files look as .editorconfig says: an editor that reads it keeps them so, and this spec sees to the others.

local files = require "spec.support.files"

local ROOMS = ".ci .github bench csrc doc examples lua spec viewer *.md *.rockspec CMakeLists.txt run.sh"

-- Endings of files of text; there are also pictures, and what fuzzers have found.
local TEXTS = {
  c = true, h = true, cpp = true, lua = true, rockspec = true, md = true, sh = true, js = true, css = true, html = true,
  json = true, tsv = true, yml = true,
}

-- Where a tab may also stand inside a line: outputs of programs, tables of data.
local HAS_TABS = { md = true, tsv = true }

local function extension_of(path) return path:match "%.(%w+)$" end

local function text_files()
  local list = {}
  for _, path in ipairs(files.lines_of("find " .. ROOMS .. " -type f")) do
    local is_program = path:find "^%.ci/" or path:find "/Makefile$"
    if TEXTS[extension_of(path)] or is_program and not extension_of(path) then list[#list + 1] = path end
  end
  return list
end

-- Whether a pattern of the kinds "*", "*.c", "*.{c,h}" and "Makefile" is for a file.
local function is_for(glob, path)
  if glob == "*" then return true end
  local endings = glob:match "^%*%.{?([%w,]+)}?$"
  if not endings then return path:match "[^/]*$" == glob end
  for ending in endings:gmatch "%w+" do
    if ending == extension_of(path) then return true end
  end
  return false
end

-- The sections of .editorconfig in their order: { glob =, rules = }.
local function read_sections()
  local sections = {}
  for line in files.read(".editorconfig"):gmatch "[^\n]+" do
    local glob, name, value = line:match "^%[(.*)%]$", line:match "^([%w_]+) = (.*)$"
    if glob then
      sections[#sections + 1] = { glob = glob, rules = {} }
    elseif sections[1] then
      sections[#sections].rules[name] = value
    end
  end
  return sections
end

local function rules_for(path, sections)
  local rules = {}
  for _, section in ipairs(sections) do
    if is_for(section.glob, path) then
      for name, value in pairs(section.rules) do rules[name] = value end
    end
  end
  return rules
end

-- What is wrong with a line; nil: nothing.
local function flaw_of_line(line, path, rules)
  local length = utf8.len(line)
  if not length then return "not UTF-8" end
  local is_row = extension_of(path) == "md" and line:find "^|" -- which cannot be broken
  if length > (tonumber(rules.max_line_length) or math.huge) and not is_row then
    return ("%d characters, %s at most"):format(length, rules.max_line_length)
  end
  if line:find "\r" then return "a carriage return" end
  if line:find "[ \t]$" then return "a blank at the end" end
  if rules.indent_style == "tab" then return line:find "^ " and "a blank at the beginning" or nil end
  if line:find(HAS_TABS[extension_of(path)] and "^ *\t" or "\t") then return "a tab" end
end

local function flaws_of(path, rules)
  local text, flaws = files.read(path), {}
  if not text:find "[^\n]\n$" then flaws[1] = path .. ": does not end with one newline" end
  local number = 0
  for line in text:gmatch "([^\n]*)\n?" do
    number = number + 1
    local flaw = flaw_of_line(line, path, rules)
    if flaw then flaws[#flaws + 1] = ("%s:%d: %s"):format(path, number, flaw) end
  end
  return flaws
end

describe(".editorconfig", function()
  local sections = read_sections()

  it("has the rules that are checked here", function()
    local rules = rules_for("lua/x.lua", sections)
    assert.same({ "utf-8", "lf", "true", "true", "space", "120" }, { rules.charset, rules.end_of_line,
      rules.insert_final_newline, rules.trim_trailing_whitespace, rules.indent_style, rules.max_line_length })
    assert.equal("tab", rules_for("examples/embed/Makefile", sections).indent_style)
  end)

  it("is followed by every file", function()
    local flaws, paths = {}, text_files()
    for _, path in ipairs(paths) do
      for _, flaw in ipairs(flaws_of(path, rules_for(path, sections))) do flaws[#flaws + 1] = flaw end
    end
    assert(#paths > 100)
    assert.equal("", table.concat(flaws, "\n"))
  end)

  it("is not followed by these", function()
    for text, flaw in pairs {
      ["x"] = "does not end with one newline", ["x\n\n"] = "does not end with one newline",
      ["x \n"] = "a blank at the end", ["\tx\n"] = "a tab", ["x\r\n"] = "a carriage return",
      [("x"):rep(121) .. "\n"] = "121 characters", ["\255\n"] = "not UTF-8",
    } do
      local path = files.new(text)
      local flaws = flaws_of(path, rules_for("x.lua", sections))
      os.remove(path)
      assert.equal(1, #flaws)
      assert(flaws[1]:find(flaw, 1, true), flaws[1])
    end
  end)
end)
