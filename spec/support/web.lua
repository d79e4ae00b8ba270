-- Random games whose positions are reached in many ways, in which both players choose at once, one of them, or chance.

local numbers = require "spec.support.numbers"

local web = {}

local PLIES, PLACES, WIDEST = 4, 5, 3

--- A game and its first position. `draw(n)` gives a number from 1 to n. With `fine` few values are equal.
function web.game(draw, fine)
  local nodes = {}
  local function make(ply)
    local kind = ply == PLIES and "end" or ({ "both", "both", "both", "both", "one", "one", "chance", "end" })[draw(8)]
    if ply == 0 then kind = ({ "both", "both", "one", "chance" })[draw(4)] end
    local node = { kind = kind, player = draw(2), worth = fine and draw(41) - 21 or draw(3) - 2,
      next = {}, weights = {}, rows = draw(WIDEST + 1), columns = draw(WIDEST + 1) }
    for i = 1, kind == "both" and node.rows * node.columns or draw(WIDEST) do
      node.next[i], node.weights[i] = draw(PLACES), draw(3)
    end
    return node
  end
  local function at(key)
    nodes[key] = nodes[key] or make(math.floor(key / 8))
    return nodes[key]
  end
  local game = { viewpoint = 1 }
  function game.player(key) return at(key).player end
  function game.evaluate(key) return at(key).worth end
  function game.key(key) return key end
  function game.chance(key)
    if at(key).kind == "chance" then return numbers(#at(key).next), at(key).weights end
  end
  function game.simultaneous(key)
    if at(key).kind == "both" then return numbers(at(key).rows), numbers(at(key).columns) end
  end
  function game.moves(key) return at(key).kind == "one" and numbers(#at(key).next) or {} end
  function game.play(key, first, second)
    local node = at(key)
    local place = node.next[node.kind == "both" and (first - 1) * node.columns + second or first]
    return (math.floor(key / 8) + 1) * 8 + place
  end
  return game, 0
end

return web
