-- Is the table a game at all?

local core = require "alphabeta.core"
local finding = require "alphabeta.check.finding"

local FIELDS = { "moves", "play", "evaluate", "undo", "player", "viewpoint", "variadic", "width", "key",
  "order", "noisy", "bounds", "likelihood", "successors", "initial", "format", "parse", "name" }
local LONG = 5 -- letters: shorter names resemble each other by chance

local form = {}

--- The search takes it.
function form.fits(patient)
  local worked, message = pcall(core.start, patient.game, patient.state, { depth = 1 })
  if not worked then
    message = tostring(message)
    error(finding.new("form", message:match "^bad argument #%d+ to 'start' %((.*)%)$" or message, {}), 0)
  end
end

-- Can one name be made of the other by changing, leaving out or adding one letter, or exchanging two
-- neighbours?
local function is_near(a, b)
  if #a > #b then a, b = b, a end
  if #b - #a > 1 then return false end
  local i = 1
  while i <= #a and a:byte(i) == b:byte(i) do i = i + 1 end
  if #a < #b then return a:sub(i) == b:sub(i + 1) end
  local exchanged = a:sub(i, i) == b:sub(i + 1, i + 1) and a:sub(i + 1, i + 1) == b:sub(i, i)
  return a:sub(i + 1) == b:sub(i + 1) or exchanged and a:sub(i + 2) == b:sub(i + 2)
end

local function is_misspelt(name, field)
  local plain = name:lower():gsub("_", "")
  if plain == field then return true end
  return #field >= LONG and plain ~= field .. "s" and is_near(plain, field)
end

local function is_known(name)
  for _, field in ipairs(FIELDS) do
    if name == field then return true end
  end
  return false
end

--- No field is an optional one misspelt.
function form.spelling(patient)
  local game = patient.game
  for name, value in next, game do
    if type(name) == "string" and not is_known(name) and (type(value) == "function" or value == true) then
      for _, field in ipairs(FIELDS) do
        if game[field] == nil and is_misspelt(name, field) then
          error(finding.new("misspelt", ("the game has a field '%s' and no '%s'"):format(name, field), {}), 0)
        end
      end
    end
  end
end

return form
