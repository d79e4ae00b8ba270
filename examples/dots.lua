-- A whole game for more than two players to copy: Dots and Boxes. In turn everyone draws a line between two dots that
-- lie side by side; whoever draws the last side of a box has it, and goes on. Whoever has most boxes at the end wins.
-- Needs Lua 5.3 or later.
--
-- The game that this file returns is for three; its field `for_players(n)` makes the one for two or four.

local NAMES, SIGNS = { "Ann", "Bob", "Cid", "Dot" }, "ABCD"
local MOST = 62 -- lines: they are bits of an integer

-- A board: how many lines there are, first those that lie, row by row, then those that stand; the sides of each box, as
-- bits; the boxes beside each line; the text of each line: its dots, as a1b1.
local function board_of(columns, rows)
  local board = { lying = columns * (rows + 1), boxes = {}, beside = {}, texts = {} }
  local function lying(column, row) return (row - 1) * columns + column end
  local function standing(column, row) return board.lying + (row - 1) * (columns + 1) + column end
  local function dot(column, row) return string.char(96 + column) .. row end
  for row = 1, rows + 1 do
    for column = 1, columns + 1 do
      if column <= columns then board.texts[lying(column, row)] = dot(column, row) .. dot(column + 1, row) end
      if row <= rows then board.texts[standing(column, row)] = dot(column, row) .. dot(column, row + 1) end
    end
  end
  for line = 1, #board.texts do board.beside[line] = {} end
  for row = 1, rows do
    for column = 1, columns do
      local box, sides = #board.boxes + 1, 0
      for _, line in ipairs { lying(column, row), lying(column, row + 1), standing(column, row),
        standing(column + 1, row) } do
        sides = sides | 1 << line
        table.insert(board.beside[line], box)
      end
      board.boxes[box] = sides
    end
  end
  board.lines, board.line_lying, board.line_standing = #board.texts, lying, standing
  return board
end

local function new(players, columns, rows)
  if not NAMES[players] or players < 2 then error("two to four players expected", 2) end
  columns, rows = columns or 3, rows or 3
  local board = board_of(columns, rows)
  if board.lines > MOST then error(("%d lines (limit is %d)"):format(board.lines, MOST), 2) end
  local dots = { name = "Dots and Boxes", sides = table.move(NAMES, 1, players, 1, {}) }

  -- A state: the `lines` that were drawn, as bits; the `owners` of the boxes, as text; how many each has; whose turn.
  function dots.initial()
    local state = { lines = 0, owners = ("."):rep(#board.boxes), turn = 1 }
    for seat = 1, players do state[seat] = 0 end
    return state
  end

  function dots.player(state) return state.turn end

  function dots.moves(state)
    local list = {}
    for line = 1, board.lines do
      if state.lines & 1 << line == 0 then list[#list + 1] = line end
    end
    return list
  end

  function dots.play(state, line)
    local turn, owners = state.turn, state.owners
    local after = { lines = state.lines | 1 << line, table.unpack(state, 1, players) }
    for _, box in ipairs(board.beside[line]) do
      if after.lines & board.boxes[box] == board.boxes[box] then
        after[turn] = after[turn] + 1
        owners = owners:sub(1, box - 1) .. SIGNS:sub(turn, turn) .. owners:sub(box + 1)
      end
    end
    after.owners, after.turn = owners, after[turn] == state[turn] and turn % players + 1 or turn
    return after
  end

  if players == 2 then
    dots.viewpoint = 1
    function dots.evaluate(state) return state[1] - state[2] end
  else
    dots.players = players
    function dots.evaluate(state) return { table.unpack(state, 1, players) } end
  end

  function dots.key(state) -- whose the boxes are does not matter, only how many everyone has
    return ("%d %d %s"):format(state.lines, state.turn, table.concat(state, " ", 1, players))
  end

  function dots.format_move(_, line) return board.texts[line] end

  function dots.parse_move(state, text)
    local column, row, other_column, other_row = text:lower():match "^(%a)(%d+)%-?(%a)(%d+)$"
    for _, line in ipairs(column and dots.moves(state) or {}) do
      local drawn = board.texts[line]
      if drawn == column .. row .. other_column .. other_row or drawn == other_column .. other_row .. column .. row then
        return line
      end
    end
    return nil, ("'%s' is not a line that can be drawn; write a line by its two dots, such as a1b1"):format(text)
  end

  -- A row of dots with its lines, or a row of boxes with theirs.
  local function row_of_dots(state, row)
    local parts = { ("%2d +"):format(row) }
    for column = 1, columns do
      parts[#parts + 1] = (state.lines & 1 << board.line_lying(column, row) ~= 0 and "---" or "   ") .. "+"
    end
    return table.concat(parts)
  end

  local function row_of_boxes(state, row)
    local parts = { "   " }
    for column = 1, columns + 1 do
      local box = (row - 1) * columns + column
      parts[#parts + 1] = state.lines & 1 << board.line_standing(column, row) ~= 0 and "|" or " "
      parts[#parts + 1] = column <= columns and " " .. state.owners:sub(box, box):gsub("%.", " ") .. " " or ""
    end
    return table.concat(parts):match "^(.-)%s*$"
  end

  function dots.format(state)
    local lines, scores = { "" }, {}
    for column = 1, columns + 1 do lines[1] = lines[1] .. "   " .. string.char(96 + column) end
    for row = 1, rows + 1 do
      lines[#lines + 1] = row_of_dots(state, row)
      if row <= rows then lines[#lines + 1] = row_of_boxes(state, row) end
    end
    for seat = 1, players do scores[seat] = ("%s %d"):format(dots.sides[seat], state[seat]) end
    return table.concat(lines, "\n") .. "\n" .. table.concat(scores, ", ")
  end

  dots.for_players = new
  return dots
end

return new(3)
