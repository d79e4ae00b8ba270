-- A state with a board of 64 cells and two objects, under rules that do next to nothing: what is measured is how a
-- position is taken back. The forms: by a function, by the library, and with a copy made by hand or by the library.

local alphabeta = require "alphabeta"

local CELLS = 64

local function initial()
  local state = { cells = {}, kings = { { at = 1 }, { at = CELLS } }, ply = 0 }
  for i = 1, CELLS do state.cells[i] = 0 end
  return state
end

local function cell(ply, move) return (7 * ply + move) % CELLS + 1 end

local function play(state, move)
  state.ply = state.ply + 1
  state.cells[cell(state.ply, move)] = move
  return state
end

local function copy(state)
  local cells = {}
  for i = 1, CELLS do cells[i] = state.cells[i] end
  return { cells = cells, kings = { { at = state.kings[1].at }, { at = state.kings[2].at } }, ply = state.ply }
end

local function form(fields)
  fields.width = 4
  fields.player = function(state) return state.ply % 2 + 1 end
  fields.play = fields.play or play
  fields.evaluate = function(state) return state.cells[1] - state.cells[2] end
  return fields
end

local taken = {} -- what stood in the cell of each ply

return {
  initial = initial,
  by_hand = form {
    play = function(state, move)
      local ply = state.ply + 1
      taken[ply] = state.cells[cell(ply, move)]
      return play(state, move)
    end,
    undo = function(state, move)
      local ply = state.ply
      state.cells[cell(ply, move)] = taken[ply]
      state.ply = ply - 1
    end,
  },
  copied_by_hand = form { play = function(state, move) return play(copy(state), move) end },
  by_library = form { undo = true },
  copied_by_library = form { play = function(state, move) return play(alphabeta.copy(state), move) end },
}
