-- Kalah against the computer, by the chat command /kalah. It thinks in slices of the server's steps.
-- Put the folder `alphabeta` beside this file, and `secure.trusted_mods = kalah` into minetest.conf.

-- A C library needs the real `require`. What that loads sees the globals of mods, whose own `require` refuses
-- everything; so the real one is lent to it for as long as that takes. Parts that load later find it by themselves.
local insecure = minetest.request_insecure_environment() -- granted here, but to no function
if not insecure then error("please set secure.trusted_mods = kalah in minetest.conf", 0) end

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

local SLICE = 0.01                                 -- seconds of each step of the server (0.09), for all players
local LEVEL = { depth = 4, temperature = 2.07 }    -- medium; see alphabeta.levels
local YOU = 1
local tables = {}                                  -- by the player's name: { state =, search =, message = }

local function show(name)
  local game = tables[name]
  local list = kalah.write(game.state)             -- from the third number on, the ring of pits
  local form = {
    "formspec_version[4]size[11,5.2]",
    ("label[0.4,0.5;%s]"):format(minetest.formspec_escape(game.message)),
  }
  for hole = 1, 6 do
    local x = 1.4 + (hole - 1) * 1.4
    form[#form + 1] = ("label[%g,1.7;%d]"):format(x + 0.5, list[16 - hole])
    form[#form + 1] = ("button[%g,2.6;1.2,1;hole%d;%d]"):format(x, hole, list[hole + 2])
  end
  form[#form + 1] = ("label[0.5,2.2;%d]label[10.2,2.2;%d]button[4,4;3,0.8;new;New game]"):format(list[16], list[9])
  minetest.show_formspec(name, "kalah:board", table.concat(form))
end

local function arrive(name, state)
  local game = tables[name]
  game.state, game.search = state, nil
  if #kalah.moves(state) == 0 then
    local list = kalah.write(state)
    game.message = ("The game is over: %d to %d."):format(list[9], list[16])
  elseif kalah.player(state) == YOU then
    game.message = "Your move: the lower row is yours."
  else
    game.message = "The computer thinks."
    game.search = alphabeta.start(kalah, state, LEVEL)
  end
  show(name)
end

minetest.register_chatcommand("kalah", {
  description = "Play Kalah against the computer",
  func = function(name)
    tables[name] = tables[name] or {}
    arrive(name, tables[name].state or kalah.initial())
    return true
  end,
})

minetest.register_on_player_receive_fields(function(player, form, fields)
  local name = player:get_player_name()
  local game = tables[name]
  if form ~= "kalah:board" or not game then return end
  if fields.new then arrive(name, kalah.initial()) return true end
  if game.search or kalah.player(game.state) ~= YOU then return true end
  for _, hole in ipairs(kalah.moves(game.state)) do -- only what is legal: fields come from a client
    if fields["hole" .. hole] then arrive(name, kalah.play(game.state, hole)) break end
  end
  return true
end)

minetest.register_globalstep(function()
  local thinking = {}
  for name, game in pairs(tables) do
    if game.search then thinking[#thinking + 1] = name end
  end
  for _, name in ipairs(thinking) do
    local game = tables[name]
    if game.search:step { time = SLICE / #thinking } then
      local result = game.search:result()
      game.search:close()
      arrive(name, kalah.play(game.state, result.move))
    end
  end
end)

minetest.register_on_leaveplayer(function(player) tables[player:get_player_name()] = nil end)
