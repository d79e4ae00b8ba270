-- A game of one state that is changed in place: a row of squares, and a stone of each player, which goes one square or
-- two. `play` notes in the move what `undo` needs, as many rules do. Whoever stands on the last square has won.

local LAST = 9

local function own(state) return state.stones[state.turn] end

return {
  initial = function() return { stones = { 1, 1 }, turn = 1 } end,
  player = function(state) return state.turn end,
  moves = function(state)
    if math.max(state.stones[1], state.stones[2]) >= LAST then return {} end
    return { { by = 1 }, { by = 2, far = true }, { by = 2 } }
  end,
  play = function(state, move)
    move.stood, move.turn = own(state), state.turn
    state.stones[state.turn] = own(state) + move.by - (move.far and own(state) % 2 or 0)
    state.turn = 3 - state.turn
  end,
  undo = function(state, move) state.turn, state.stones[move.turn] = move.turn, move.stood end,
  evaluate = function(state)
    local lead = state.stones[state.turn] - state.stones[3 - state.turn]
    if state.stones[3 - state.turn] >= LAST then return -100 end
    return lead
  end,
  key = function(state) return (state.stones[1] * 100 + state.stones[2]) * 10 + state.turn end,
}
