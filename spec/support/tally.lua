-- How many of the positions of a solved game have which value.

--- Of those that moves lead to from a state; the states are strings or numbers.
---@return table<number, integer>
return function(solution, game, from)
  local tally, seen = {}, {}
  local function count(state)
    if seen[state] then return end
    seen[state] = true
    local value = solution:value(state)
    tally[value] = (tally[value] or 0) + 1
    for _, move in ipairs(game.moves(state)) do count(game.play(state, move)) end
  end
  count(from)
  return tally
end
