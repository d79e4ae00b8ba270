-- Plays the Luanti example through, as a mod that is loaded after it, for a player who is not there; then the server
-- ends. It logs "played".

local shown, last = 0, ""

function minetest.show_formspec(_, name, form)
  shown, last = shown + 1, form
  assert(name == "kalah:board" and form:find "hole6", form)
end

local player = {
  get_player_name = function() return "somebody" end,
  is_player = function() return false end,
}

local function press(field)
  for _, receive in ipairs(minetest.registered_on_player_receive_fields) do
    if receive(player, "kalah:board", { [field] = field }) then return end
  end
  error "nobody takes the field"
end

local function play(turn)
  if shown > 20 or turn > 200 then
    minetest.log("action", shown > 20 and "played" or "not played")
    return minetest.request_shutdown()
  end
  for hole = 1, 6 do press("hole" .. hole) end
  press "hole7"
  if last:find "The game is over" then press "new" end
  minetest.after(0.1, play, turn + 1)
end

minetest.after(0, function()
  assert(not pcall(require, "alphabeta"), "require is open to every mod")
  assert(minetest.registered_chatcommands.kalah.func "somebody")
  play(1)
end)
