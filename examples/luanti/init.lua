-- Kalah against the computer, by the chat command /kalah: a view of a session for each player, which thinks in slices
-- of the server's steps, and is saved when the player leaves.
-- Put the folder `alphabeta` beside this file, and `secure.trusted_mods = kalah` into minetest.conf.

-- A C library needs the real `require`. What that loads sees the globals of mods, whose own `require` refuses
-- everything; so the real one is lent to it for as long as that takes. Parts that load later find it by themselves.
local insecure = minetest.request_insecure_environment() -- granted here, but to no function
if not insecure then error("kalah is not a trusted mod: set secure.trusted_mods = kalah in minetest.conf", 0) end

local function load_library()
  local folder = minetest.get_modpath "kalah"
  local package = insecure.package
  package.path = folder .. "/?.lua;" .. folder .. "/?/init.lua;" .. package.path
  package.cpath = folder .. "/?.so;" .. folder .. "/?.dll;" .. package.cpath

  local refusing = rawget(_G, "require")
  rawset(_G, "require", insecure.require)
  local ok, alphabeta, kalah = pcall(function()
    return insecure.require "alphabeta", insecure.require "alphabeta.games.kalah"
  end)
  rawset(_G, "require", refusing)
  if not ok then error(alphabeta, 0) end
  return alphabeta, kalah
end

local alphabeta, kalah = load_library()

local SLICE = 0.01 -- seconds of each step of the server (0.09), for all players
local COMPUTER = 2
local HINT = { depth = 8 }
local storage = minetest.get_mod_storage()
local tables = {} -- by the player's name: { session =, note = }

-- What is to be said of a game.
local function message(game)
  local session = game.session
  if session.over then return "The game is over. " .. session.outcome.text end
  if session.player == COMPUTER then return "The computer is thinking …" end
  return game.note or "Your move. You play South, the lower row."
end

local function show(name)
  local game = tables[name]
  local list = kalah.write(game.session.state) -- from the third number on, the ring of pits
  local level = game.session:levels()[game.session:seated()[COMPUTER].level].name
  local form = {
    "formspec_version[4]size[11,5.2]",
    ("label[0.4,0.5;%s]"):format(minetest.formspec_escape(message(game))),
  }
  for hole = 1, 6 do
    local x = 1.4 + (hole - 1) * 1.4
    form[#form + 1] = ("label[%g,1.7;%d]"):format(x + 0.5, list[16 - hole])
    form[#form + 1] = ("button[%g,2.6;1.2,1;hole%d;%d]"):format(x, hole, list[hole + 2])
  end
  form[#form + 1] = ("label[0.5,2.2;%d]label[10.2,2.2;%d]button[0.4,4;2.4,0.8;new;New game]"):format(list[16], list[9])
  form[#form + 1] = "button[2.9,4;2.4,0.8;back;Take back]button[5.4,4;2.4,0.8;hint;Hint]"
  form[#form + 1] = ("button[7.9,4;2.7,0.8;level;Level: %s]"):format(level)
  minetest.show_formspec(name, "kalah:board", table.concat(form))
end

-- Begins a game, or goes on with one that was saved.
local function begin(name, text)
  local old = tables[name]
  local level = old and not text and old.session:seated()[COMPUTER].level or nil
  local function refresh()
    tables[name].note = nil
    show(name)
  end
  local ok, session = pcall(alphabeta.session, kalah, {
    text = text, level = level, on_turn = refresh, on_end = refresh,
  })
  if not ok then return begin(name) end -- what was saved is of another version
  if old then old.session:close() end
  tables[name] = { session = session }
  show(name)
end

minetest.register_chatcommand("kalah", {
  description = "Play Kalah against the computer",
  func = function(name)
    local saved = storage:get_string(name)
    if tables[name] then show(name) else begin(name, saved ~= "" and saved or nil) end
    return true
  end,
})

local buttons = {}

function buttons.new(_, name) begin(name) end

function buttons.back(session) session:take_back() end

function buttons.hint(_, name) tables[name].wants_hint = true end

function buttons.level(session, name)
  session:set_level(COMPUTER, session:seated()[COMPUTER].level % #session:levels() + 1)
  show(name)
end

minetest.register_on_player_receive_fields(function(player, form, fields)
  local name = player:get_player_name()
  local game = tables[name]
  if form ~= "kalah:board" or not game then return end
  for button, press in pairs(buttons) do
    if fields[button] then press(game.session, name) return true end
  end
  for hole = 1, 6 do
    if fields["hole" .. hole] then game.session:play(hole) break end -- what is not legal is not played
  end
  return true
end)

-- The hint that was asked for, if it is known now.
local function look_for_hint(game, name)
  local hint, refusal = game.session:hint(HINT)
  game.wants_hint = not (hint or refusal)
  if not hint then return end
  game.note = "Hint: " .. hint.text
  show(name)
end

minetest.register_globalstep(function()
  local waiting = {}
  for name, game in pairs(tables) do
    if game.session.player == COMPUTER or game.wants_hint then waiting[#waiting + 1] = name end
  end
  for _, name in ipairs(waiting) do
    local game = tables[name]
    game.session:step { time = SLICE / #waiting }
    if game.wants_hint then look_for_hint(game, name) end
  end
end)

local function leave(player)
  local name = player:get_player_name()
  if tables[name] then storage:set_string(name, tables[name].session:text()) end
  tables[name] = nil
end

minetest.register_on_leaveplayer(leave)
minetest.register_on_shutdown(function()
  for _, player in ipairs(minetest.get_connected_players()) do leave(player) end
end)
