-- Othello on a small board, in plain tables: a state is the cells of a board with a border, and whose turn it is.

local BORDER = 3

return function(size)
  local width = size + 2
  local directions = { -width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1 }
  local game = { name = "othello" }

  local function cell(row, column) return row * width + column end

  local function flipped(state, at, player)
    local all = {}
    for _, step in ipairs(directions) do
      local run, next_at = {}, at + step
      while state[next_at] == 3 - player do
        run[#run + 1] = next_at
        next_at = next_at + step
      end
      if state[next_at] == player then table.move(run, 1, #run, #all + 1, all) end
    end
    return all
  end

  local function placings(state, player)
    local list = {}
    for row = 1, size do
      for column = 1, size do
        local at = cell(row, column)
        if state[at] == 0 and #flipped(state, at, player) > 0 then list[#list + 1] = at end
      end
    end
    return list
  end

  function game.initial()
    local state, middle = { turn = 1 }, size // 2
    for at = 0, width * width - 1 do state[at] = BORDER end
    for row = 1, size do
      for column = 1, size do state[cell(row, column)] = 0 end
    end
    state[cell(middle, middle)], state[cell(middle + 1, middle + 1)] = 2, 2
    state[cell(middle, middle + 1)], state[cell(middle + 1, middle)] = 1, 1
    return state
  end

  function game.moves(state)
    local list = placings(state, state.turn)
    if #list == 0 and #placings(state, 3 - state.turn) > 0 then return { "pass" } end
    return list
  end

  function game.play(state, move)
    local after = { turn = 3 - state.turn }
    for at = 0, width * width - 1 do after[at] = state[at] end
    if move ~= "pass" then
      for _, at in ipairs(flipped(state, move, state.turn)) do after[at] = state.turn end
      after[move] = state.turn
    end
    return after
  end

  function game.evaluate(state)
    local margin = 0
    for at = 0, width * width - 1 do
      if state[at] == 1 then margin = margin + 1 elseif state[at] == 2 then margin = margin - 1 end
    end
    return state.turn == 1 and margin or -margin
  end

  function game.player(state) return state.turn end

  function game.key(state) return table.concat(state, "", 0, width * width - 1) .. state.turn end

  return game
end
