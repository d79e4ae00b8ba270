-- Moves that are tables, and moves whose texts are no help, are shown and read all the same: by people at a terminal,
-- in explanations, in views of trees, in errors, by the doctor.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local notation = require "alphabeta.tell.notation"
local answer = require "spec.support.person"

-- A duel of few plies; a move is a table.
local function duel(fields)
  return setmetatable(fields or {}, { __index = {
    name = "duel",
    moves = function(left) return left > 0 and { { kind = "attack" }, { kind = "guard" } } or nil end,
    play = function(left, move) return left - (move.kind == "attack" and 2 or 1) end,
    evaluate = function(left) return left end,
  } })
end

describe("A value", function()
  local function is_shown(text, value) assert.equal(text, contents.shown(value)) end

  it("is shown by its contents, with sorted keys", function()
    is_shown("{from=3,to=7}", { to = 7, from = 3 })
    is_shown("{2,5}", { 2, 5 })
    is_shown("{}", {})
    is_shown("{1,[0.5]=1,[3]=x,a=true,b=false}", { 1, [3] = "x", [0.5] = 1, a = true, b = false })
    is_shown("{from={1,2},to={3,4}}", { from = { 1, 2 }, to = { 3, 4 } })
    is_shown('{["two words"]=1}', { ["two words"] = 1 })
    is_shown("{[{1}]=2}", { [{ 1 }] = 2 })
    is_shown("{[true]=2}", { [true] = 2 })
    is_shown("{1,2,[1.5]=3}", { 1, 2, [1.5] = 3 })
    is_shown("{[false]=1,[true]=2}", { [true] = 2, [false] = 1 })
  end)

  it("is told from one of another type", function()
    is_shown('{"1",1,"true",true,"nil","inf",inf,-inf,"",e2-e4}',
      { "1", 1, "true", true, "nil", "inf", math.huge, -math.huge, "", "e2-e4" })
    is_shown([[{"\"\\\010\000"}]], { '"\\\n\0' })
    is_shown("{-5,3,0.1,0.30000000000000004,1e+300}", { -5, 3.0, 0.1, 0.1 + 0.2, 1e300 })
    is_shown("{0.3333333333333333,-0.1428571428571428}", { 1 / 3, -0.1428571428571428 })
    is_shown("{nan}", { 0 / 0 })
    is_shown("{0,-0}", { 0, -1 / math.huge })
    is_shown("{Zürich}", { "Zürich" })
  end)

  it("that holds itself, or very much, has an end", function()
    local loop = { name = "x" }
    loop.self = loop
    is_shown("{name=x,self=<table>}", loop)
    local chain = {}
    for _ = 1, 100000 do chain = { chain } end
    is_shown("{{{{{{{{<table>}}}}}}}}", chain)
    local long = {}
    for i = 1, 5000 do long[i] = 1 end
    assert.matches("1,1,%.%.%.}$", contents.shown(long))
    assert(#contents.shown { long, long } < 5000)
    local shared = { 1 }
    is_shown("{{1},{1}}", { shared, shared })
  end)

  it("says itself what it is, if it can", function()
    local move = setmetatable({ 1 }, { __tostring = function() return "Nf3" end })
    is_shown("Nf3", move)
    is_shown("{Nf3}", { move })
    is_shown("{1}", setmetatable({ 1 }, { __tostring = error }))
    assert.equal("{1}", contents.text(setmetatable({ 1 }, { __tostring = function() return "Nf3" end }), 2))
    is_shown("{1}", setmetatable({ 1 }, { __index = error, __len = error, __pairs = error, __metatable = false }))
    is_shown("<function>", print)
    is_shown("{<function>,<thread>}", { print, coroutine.create(print) })
    assert.matches("^file %(", contents.shown(io.stdout))
  end)

  it("is quoted in messages if it is a text", function()
    assert.equal("'x'", contents.quoted "x")
    assert.equal("NaN", contents.quoted(0 / 0))
    assert.equal("{x=1}", contents.quoted { x = 1 })
  end)
end)

describe("The names of the players", function()
  it("are two different ones that can be seen", function()
    assert.is_nil(notation.flaw_of_sides {})
    assert.same({ "X", "O" }, notation.sides { sides = { "X", "O" } })
    for shown, sides in pairs { ["{X,X}"] = { "X", "X" }, ['{X," "}'] = { "X", " " }, ["{X,2}"] = { "X", 2 } } do
      assert.equal("field 'sides': list of two different names expected, got " .. shown,
        notation.flaw_of_sides { sides = sides })
      assert.is_nil(notation.sides { sides = sides })
    end
  end)
end)

describe("A person", function()
  it("enters moves that are tables by their contents, with or without spaces and brackets", function()
    for _, line in ipairs { "{kind=guard}", "kind=guard", "{ kind = guard }" } do
      local move, text = answer(duel(), 5, { "guard", line })
      assert.same({ kind = "guard" }, move)
      assert.equal("your move: 'guard' is not a legal move; the legal moves are: {kind=attack} {kind=guard}\n"
        .. "your move: ", text)
    end
  end)

  it("does so only where one move is meant", function()
    local game = duel { moves = function() return { { "a b" }, { "ab" }, { "c" } } end }
    assert.same({ "ab" }, (answer(game, 5, { "ab", "{ab}" })))
    assert.same({ "c" }, (answer(game, 5, { "{ c }" })))
    local spaced, text = answer(duel { moves = function() return { "a b" } end }, 5, { "ab", "a,b", "{a b}", "a b" })
    assert.equal("a b", spaced)
    for _, other in ipairs { "ab", "a,b", "{a b}" } do
      assert.matches(("'%s' is not a legal move"):format(other), text, 1, true)
    end
    local pair = duel { moves = function() return { { 1, 2 }, { 2, 3 } } end }
    local ordered, wrong = answer(pair, 5, { "2 1", "3,2", "1 2" }) -- values without names have an order
    assert.same({ 1, 2 }, ordered)
    assert.matches("'2 1' is not a legal move.*'3,2' is not a legal move", wrong)
    local written = duel { format_move = function(_, move) return "go on " .. move.kind end }
    local guard, refused = answer(written, 5, { "goonattack", "go,on,attack", "go on guard" })
    assert.same({ kind = "guard" }, guard)
    assert.matches("'go,on,attack' is not a legal move", refused, 1, true)
  end)

  it("enters numbers where texts are alike", function()
    local game = duel { moves = function() return { { 1 }, { 1 }, "x" } end }
    local move, text = answer(game, 5, { "{1}", "0", "4", "2" })
    assert.same({ 1 }, move)
    assert.equal("1: {1}\n2: {1}\n3: x\nyour move: "
      .. "'{1}' is not a legal move; the legal moves are: 1: {1}  2: {1}  3: x\nyour move: "
      .. "'0' is not a legal move; the legal moves are: 1: {1}  2: {1}  3: x\nyour move: "
      .. "'4' is not a legal move; the legal moves are: 1: {1}  2: {1}  3: x\nyour move: ", text)
    assert.equal("x", (answer(game, 5, { "x" })))
    assert.equal("x", (answer(game, 5, { "3" })))
    local numbers = duel { moves = function() return { 30, 20, 30 } end }
    assert.equal("your move: ", (select(2, answer(numbers, 5, { "30" }))))
    local second = { 2 }
    assert.equal(second, (answer(duel { moves = function() return { { 2 }, second } end }, 5, { "2" })))
  end)

  it("enters numbers where a text cannot be typed, or not with ease", function()
    for _, odd in ipairs { "", " x", "x ", "a\nb", ("x"):rep(41), { ("word"):rep(10) } } do
      local move, text = answer(duel { moves = function() return { false, odd } end }, 5, { "2" })
      assert.equal(odd, move)
      assert.matches("^1: false\n2: ", text)
    end
    local _, text = answer(duel { moves = function() return { ("x"):rep(40), "x" } end }, 5, { "x" })
    assert.equal("your move: ", text)
    assert.is_false((answer(duel { moves = function() return { false, true } end }, 5, { "false" })))
  end)

  it("may use all that the game reads, as long as texts differ", function()
    local fields = {
      format_move = function(_, move) return ("%s with all might and without any regret"):format(move.kind) end,
      parse_move = function(_, text) return { kind = text }, "no message" end,
    }
    local move, text = answer(duel(fields), 5, { "2", "guard" }, { show = false })
    assert.same({ kind = "guard" }, move)
    assert.equal("your move: '2' is not a legal move; the legal moves are: attack with all might and without any "
      .. "regret  guard with all might and without any regret\nyour move: ", text)
    fields.format_move = function() return "a move" end
    assert.same({ kind = "guard" }, (answer(duel(fields), 5, { "2" })))
    fields.format_move = function() return nil end
    assert.matches("legal moves are: {kind=attack} ", (select(2, answer(duel(fields), 5, { "2" }))))
  end)

  it("may ask what can be entered", function()
    for _, word in ipairs { "?", "help" } do
      local _, text, reason = answer(duel(), 5, { word, "resign" })
      assert.equal("your move: Enter a move: {kind=attack} {kind=guard}\nor one of these words: help resign\n"
        .. "your move: ", text)
      assert.equal("resigned", reason)
    end
    local commands = { hint = function() end, resign = function() return nil, "enough" end, [1] = 2 }
    local _, text = answer(duel { moves = function() return { { 1 }, { 1 } } end }, 5, { "?", "resign" },
      { commands = commands })
    assert.matches("Enter the number of a move: 1: {1}  2: {1}\nor one of these words: help hint resign\n", text)
    _, text = answer(duel(), 5, { "?", "resign" }, { commands = { ["?"] = function() end } })
    assert.equal("your move: your move: ", text)
  end)
end)

describe("A person in a match", function()
  -- What is written to each of two persons who play these moves, and have these options.
  local function match(game, first, second, options)
    local written, persons = { "", "" }, {}
    for i, lines in ipairs { first, second } do
      local number = 0
      persons[i] = lines.player or alphabeta.human {
        show = false, prompt = "? ",
        input = function()
          number = number + 1
          return lines[number]
        end,
        output = options and options.output or function(text) written[i] = written[i] .. text end,
      }
    end
    alphabeta.match(game, 5, persons)
    return written[1], written[2]
  end

  it("is shown what the other player plays, to the end", function()
    local one, other = match(duel(), { "kind=attack", "kind=attack" }, { "kind=attack" })
    assert.equal("? your opponent plays {kind=attack}\n? ", one)
    assert.equal("your opponent plays {kind=attack}\n? your opponent plays {kind=attack}\n", other)
    local named = duel { sides = { "White", "Black" }, format_move = function(left, move) return move.kind .. left end }
    one, other = match(named, { "attack5", "attack1" }, { player = function() return { kind = "attack" } end })
    assert.equal("? Black plays attack3\n? ", one)
    assert.equal("", other)
  end)

  it("is not shown what is entered at the same terminal", function()
    local written = ""
    local function output(text) written = written .. text end
    match(duel(), { "kind=attack", "kind=attack" }, { "kind=attack" }, { output = output })
    assert.equal("? ? ? ", written)
  end)
end)

describe("A position", function()
  it("is shown to a person as far as they may see it", function()
    local game = duel { player = function() return 2 end, determinize = function(left) return left end,
      format = function(left, viewer) return ("%d left, seen by %s"):format(left, tostring(viewer)) end }
    for viewer, expected in pairs { [2] = "5 left, seen by 2\n", [false] = "5 left, seen by nil\n" } do
      if not viewer then game.determinize = false end
      local written
      alphabeta.human { input = function() end, output = function(text) written = written or text end } (5, game)
      assert.equal(expected, written)
    end
  end)
end)

describe("A move that is a table", function()
  it("is shown in explanations, errors and by the doctor", function()
    local text = alphabeta.explain(duel(), 5, alphabeta.search(duel(), 5, { depth = 2 }))
    assert.matches("\nExpected: {kind=%a+} {kind=%a+}\n", text)
    local reason = alphabeta.match(duel(), 5, { function() return { kind = "flee" } end, print }).reason
    assert.equal("illegal move {kind=flee}", reason)
    local lasting = duel { evaluate = function(left) return left < 4 and "none" or left end }
    local _, report = alphabeta.check(lasting, 5)
    assert.matches("\n  moves:  {kind=%a+}", tostring(report))
  end)
end)
