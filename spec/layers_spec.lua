-- The arrows between the files of csrc/ point one way: the binding sees the public header only, the core
-- knows no Lua, and the rooms of the core do not know each other, nor do the games.

-- What a file may include, beside the C library. Of an array's names, the first is the file.
local ROOMS = {
  { "alphabeta" },
  { "ab_mem", "alphabeta" },
  { "ab_clock", "alphabeta" },
  { "ab_node", "alphabeta" },
  { "ab_choice", "alphabeta" },
  { "ab_walk", "ab_node", "ab_choice" },
  { "ab_line", "ab_mem", "ab_node" },
  { "ab_stack", "ab_mem", "ab_node" },
  { "ab_trace", "ab_mem" },
  { "ab_table", "ab_mem" },
  { "ab_order", "ab_mem", "ab_choice" },
  { "ab_search", "alphabeta", "ab_mem", "ab_walk", "ab_line", "ab_stack", "ab_clock", "ab_trace", "ab_table",
    "ab_order", "ab_paper", "ab_pass", "ab_root", "ab_services" },
  { "ab_root", "ab_search" },
  { "ab_services", "ab_search", "ab_root" },
  { "ab_pass", "ab_search", "ab_root" },
  { "ab_paper", "ab_mem", "ab_search", "ab_root" },
  { "games", "alphabeta" },
  { "game_connect4", "games", "ab_walk" },
  { "game_kalah", "games", "ab_walk" },
  { "game_othello", "games", "ab_walk" },
  { "game_synthetic", "games", "ab_walk" },
  { "game_tictactoe", "games", "ab_walk" },
  { "lab_compat" },
  { "lalphabeta", "lab_compat", "alphabeta" },
  { "lab_clock", "lalphabeta" },
  { "lab_core", "lalphabeta" },
  { "lab_family", "lalphabeta", "games" },
  { "lab_game", "lalphabeta" },
  { "lab_memory", "lalphabeta" },
  { "lab_mixed", "lalphabeta" },
  { "lab_native", "lalphabeta" },
  { "lab_options", "lalphabeta" },
  { "lab_result", "lalphabeta" },
  { "lab_search", "lalphabeta" },
  { "lab_state", "lalphabeta" },
  { "lab_table", "lalphabeta" },
}

local function includes(path)
  local list = {}
  local file = io.open(path)
  if not file then return list end
  for line in file:lines() do
    local name = line:match '^#include "(.*)%.h"'
    if name then list[#list + 1] = name end
  end
  file:close()
  return list
end

describe("csrc/", function()
  for _, room in ipairs(ROOMS) do
    local allowed = { [room[1]] = true }
    for i = 2, #room do allowed[room[i]] = true end

    it(room[1] .. " includes what stands below it only", function()
      for _, ending in ipairs { ".h", ".c" } do
        for _, name in ipairs(includes("csrc/" .. room[1] .. ending)) do
          assert(allowed[name], room[1] .. ending .. " includes " .. name .. ".h")
        end
      end
    end)
  end

  it("has no other file", function()
    local known = {}
    for _, room in ipairs(ROOMS) do known[room[1]] = true end
    for name in io.popen("ls csrc"):lines() do
      assert(known[name:match "^(.*)%.[ch]$"], name)
    end
  end)
end)
