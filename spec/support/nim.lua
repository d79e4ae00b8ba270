-- A heap of counters; take 1, 2 or 3; who cannot take any has lost.

local NIM = {
  name = "nim",
  moves = function(heap)
    local list = {}
    for take = 1, math.min(3, heap) do list[take] = take end
    return list
  end,
  play = function(heap, take) return heap - take end,
  evaluate = function() return -1 end,
}

--- The game, with some fields added or replaced.
return function(fields)
  local game = {}
  for name, field in pairs(NIM) do game[name] = field end
  for name, field in pairs(fields or {}) do game[name] = field end
  return game
end
