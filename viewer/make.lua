-- Makes the Lua module of the page that shows a recorded tree: tree.html, with what it refers to, tree.css and
-- tree.js, put into it. Prints the module; from the project's folder:
--
--   lua5.4 viewer/make.lua > lua/alphabeta/tree/page.lua

local MODULE = [[
--- The page that shows a recorded tree. Made by viewer/make.lua from viewer/tree.html, tree.css and tree.js:
--- change those.
local PAGE = [==[
@page@]==]

local BEFORE, BEHIND = PAGE:match "^(.*)@data@(.*)$"

--- What stands before and behind the data.
---@param title string with its escapes
---@return string before
---@return string behind
return function(title) return BEFORE:gsub("@(title)@", { title = title }), BEHIND end
]]

local folder = arg[0]:match "^.*[/\\]" or ""

local function read(name)
  local file = assert(io.open(folder .. name))
  local text = file:read "a"
  file:close()
  return text
end

-- Replaces the one element that refers to another file by an element with that file in it.
local function put_in(page, pattern, tag)
  local made, times = page:gsub(pattern, function(name)
    local text = read(name)
    assert(not text:find("</" .. tag), name .. " would end its element")
    return ("<%s>\n%s</%s>"):format(tag, text, tag)
  end)
  assert(times == 1, tag)
  return made
end

local page = put_in(read "tree.html", '<link rel="stylesheet" href="(.-)">', "style")
page = put_in(page, '<script src="(.-)"></script>', "script")
assert(not page:find("]==]", 1, true), "the page would end its string")
io.write((MODULE:gsub("@page@", function() return page end)))
