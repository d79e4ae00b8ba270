-- Moves and players as people write them.

local contents = require "alphabeta.tell.contents"

local notation = {}

local LONGEST = 40 -- bytes of a move that people type
local NO_CHOICE = "-" -- in a joint move
local SELDOM = 1e-9 -- what is drawn more seldom than that, or differs by less, does so by rounding only

--- A move as people write it: by the game's `format_move(state, move)`, if it has one; else as a text or a number, or
--- by its contents. With `chooser` it is a choice of that player, where all choose at once.
---@return string
function notation.move(game, state, move, chooser)
  local text = game.format_move and game.format_move(state, move, chooser)
  if type(text) == "string" then return text end
  return contents.shown(text or move)
end

--- A joint move, as "attack/guard".
---@return string
function notation.joint(game, state, move)
  local texts = {}
  for player = 1, game.players or 2 do
    texts[player] = move[player] == nil and NO_CHOICE or notation.move(game, state, move[player], player)
  end
  return table.concat(texts, "/")
end

--- A move of a position at hand, or a joint one.
---@param playing alphabeta.Playing
---@return string
function notation.of(playing, move, chooser)
  local is_joint = not chooser and playing:at_once()
  return (is_joint and notation.joint or notation.move)(playing.game, playing.state, move, chooser)
end

--- The same of a move that a search has found, or a user has: as `moves` lists it, without what `play` may have noted
--- in it.
---@param playing alphabeta.Playing
---@return string
function notation.of_given(playing, move, chooser)
  local is_shown = type(move) == "table" and not playing.game.format_move and (chooser or not playing:at_once())
  return notation.of(playing, is_shown and playing:find(move, chooser) or move, chooser)
end

--- A mixed strategy: the choices that may be drawn, the likeliest first, with their chances.
---@param chooser integer whose it is
---@return string
function notation.strategy(game, state, strategy, chooser)
  local drawn, list = {}, {}
  for i, choice in ipairs(strategy) do
    local parts = math.floor(choice.probability / SELDOM + 0.5)
    if parts > 0 then drawn[#drawn + 1] = { number = i, parts = parts } end
  end
  table.sort(drawn, function(a, b) return a.parts > b.parts or a.parts == b.parts and a.number < b.number end)
  for i, entry in ipairs(drawn) do
    local choice = strategy[entry.number]
    list[i] = ("%s %.3g %%"):format(notation.move(game, state, choice.move, chooser), 100 * choice.probability)
  end
  return #list > 0 and table.concat(list, ", ") or "no choice"
end

--- What is wrong with a game's names of its players, the list `sides`; nil: nothing, or there are none.
---@return string?
function notation.flaw_of_sides(game)
  local sides, count, met = game.sides, tonumber(game.players) or 2, {}
  if sides == nil then return nil end
  for i = 1, type(sides) == "table" and count or 0 do
    local name = sides[i]
    if type(name) ~= "string" or not name:find "%S" or met[name] then break end
    met[name] = true
    if i == count then return nil end
  end
  return ("field 'sides': list of %s different names expected, got %s"):format(count == 2 and "two" or count,
    contents.quoted(sides))
end

--- The names of the players; nil if the game has none.
---@return string[]?
function notation.sides(game)
  if not notation.flaw_of_sides(game) then return game.sides end
end

-- Can a person type this, and is it short enough?
local function is_handy(text, longest)
  return #text <= longest and text:find "^%S" and text:find "%S$" and not text:find "%c"
end

---@class alphabeta.Menu the legal moves of a position, as a person may enter them
---@field moves any[]
---@field texts string[]
---@field chooser? integer whose choices they are, where all choose at once
---@field reads boolean the game reads what is entered
---@field numbered boolean the texts are not all different, or no person can type them: their numbers are entered
local Menu = {}
Menu.__index = Menu

-- Does the game's `parse_move` know such moves? It need not know outcomes.
local function is_read(playing) return playing.game.parse_move ~= nil and not playing:chance() end

--- The moves of a position at which not all choose at once, as a person may enter them; or the choices of the player
--- `chooser` where they do.
---@param playing alphabeta.Playing
---@param chooser? integer
---@return alphabeta.Menu
function notation.menu(playing, chooser)
  local moves, met = playing:legal(chooser), {}
  local menu = setmetatable({ playing = playing, chooser = chooser, moves = moves, texts = {}, numbered = false,
    reads = is_read(playing) }, Menu)
  local longest = menu.reads and math.huge or LONGEST -- it may know short forms
  for i, move in ipairs(moves) do
    local text = notation.of(playing, move, chooser)
    local is_new = met[text] == nil or rawequal(met[text], move)
    if not (is_new and is_handy(text, longest)) then menu.numbered = true end
    menu.texts[i], met[text] = text, move
  end
  return menu
end

--- The moves, each with what is to be entered.
---@return string[]
function Menu:items()
  if not self.numbered then return self.texts end
  local items = {}
  for i, text in ipairs(self.texts) do items[i] = i .. ": " .. text end
  return items
end

--- What is to be entered for one of the moves.
---@return string
function Menu:entry(move)
  local number = self.playing:number_of(move, self.chooser)
  return self.numbered and tostring(number) or self.texts[number]
end

--- All of them on a line, farther apart where they have spaces themselves.
function Menu:line()
  local items = self:items()
  return table.concat(items, table.concat(items):find " " and "  " or " ")
end

-- The contents of a table as they are typed in haste: without the outer brackets, with spaces anywhere or instead of
-- commas, and fields with names in any order.
local function loose(text)
  local bare = text:gsub("%s*([=,{}])%s*", "%1"):gsub("^%s*{?(.-)}?%s*$", "%1"):gsub("%s+", ",")
  local fields = {}
  for field in bare:gmatch "[^,]+" do fields[#fields + 1] = field end
  for _, field in ipairs(fields) do
    if not field:find "^[%a_][%w_]*=[^{}]*$" then return bare end
  end
  table.sort(fields)
  return table.concat(fields, ",")
end

-- The only move that has this text, as it is or as `form` makes it.
local function only(self, line, form)
  local found
  for i, text in ipairs(self.texts) do
    if form(text) == form(line) and not rawequal(found, self.moves[i]) then
      if found ~= nil then return nil end
      found = self.moves[i]
    end
  end
  return found
end

local function as_it_is(text) return text end

-- The move that is meant; nil and maybe what the game says is wrong.
local function meant(self, line)
  local game, number = self.playing.game, self.numbered and line:find "^%d+$" and tonumber(line)
  if number and self.moves[number] ~= nil then return self.moves[number] end
  if self.reads then
    local move, message = game.parse_move(self.playing.state, line, self.chooser)
    if move == nil then return nil, message end
    return self.playing:find(move, self.chooser)
  end
  local move = only(self, line, as_it_is)
  if move ~= nil or game.format_move or type(self.moves[1]) ~= "table" then return move end
  return only(self, line, loose)
end

--- Reads a move, by the game's `parse_move(state, text)` if it has one: a legal move, or nil and what is wrong with
--- the text.
---@param line string
---@return any? move
---@return string? message
function Menu:read(line)
  if #self.moves == 0 then return nil, "there is no move: the game is over" end
  local move, message = meant(self, line)
  if move ~= nil then return move end
  return nil, message or ("'%s' is not a legal move; the legal moves are: %s"):format(line, self:line())
end

--- The same; a text that only one of the moves has means that move, even if another one has that number.
---@param text string
---@return any? move
---@return string? message
function Menu:parse(text)
  local move = only(self, text, as_it_is)
  if move ~= nil then return move end
  return self:read(text)
end

------------------------------------------------------------------------------------------------
-- Joint moves, of which there may be too many to list them

-- The choices of all, from a player on, that are written like that; nil: there are none; false: it may mean several.
local function written(menus, player, text)
  local found
  for i, own in ipairs(menus[player].texts) do
    local rest
    if player == #menus then
      rest = own == text and {} or nil
    elseif text:sub(1, #own + 1) == own .. "/" then
      rest = written(menus, player + 1, text:sub(#own + 2))
    end
    if rest == false or rest and found then return false end
    if rest then
      rest[player] = menus[player].moves[i]
      found = rest
    end
  end
  return found
end

-- The same, of choices each of which is entered as if it were alone.
local function entered(menus, text)
  local joint, player = {}, 0
  for part in (text .. "/"):gmatch "([^/]*)/" do
    player = player + 1
    local menu = menus[player]
    if not menu then return nil end
    local has_none = #menu.moves == 0 and part == NO_CHOICE
    if not has_none then joint[player] = menu:parse(part) end
    if not has_none and joint[player] == nil then return nil end
  end
  return player == #menus and joint or nil
end

-- The joint move that a text means; or nil and what is wrong.
local function parse_joint(playing, text)
  local menus, lines = {}, {}
  for player = 1, playing:count() do
    local menu = notation.menu(playing, player)
    if #menu.moves == 0 then menu.texts = { NO_CHOICE } end
    menus[player], lines[player] = menu, menu:line()
  end
  local joint = written(menus, 1, text) or entered(menus, text)
  if joint then return joint end
  return nil, ("'%s' is not a legal joint move; the choices are: %s"):format(text, table.concat(lines, " / "))
end

--- The legal move, the outcome of chance, the joint move, or a player's choice that a text means; or nil and what is
--- wrong with it. A text that only one of them has means that one.
---@param playing alphabeta.Playing
---@param text string
---@param chooser? integer
---@return any? move
---@return string? message
function notation.parse(playing, text, chooser)
  if not chooser and playing:at_once() then return parse_joint(playing, text) end
  return notation.menu(playing, chooser):parse(text)
end

return notation
