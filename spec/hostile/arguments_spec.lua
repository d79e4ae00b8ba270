-- Every public function with everything that is not meant for it: an error in Lua's own voice that names
-- the argument, the field and what was given, and never a crash. All of it is made from spec/hostile/api.lua.

local alphabeta = require "spec.support.public"
local compat = require "spec.support.compat"
local api = require "spec.hostile.api"
local nim = require "spec.support.nim"()

local keyed = require "spec.support.nim" { key = function(heap) return heap end }

local featured = require "spec.support.nim" {
  features = function(heap) return { heap % 3 } end, phase = function(heap) return 1 - heap / 3 end,
}

local show, moves = api.show, nim.moves

-- The game that has all the optional callbacks.
local full = setmetatable({
  key = function(heap) return heap end,
  order = function() return 0 end,
  player = function(heap) return heap % 2 + 1 end,
  bounds = function() return -1, 1 end,
  likelihood = function() return 1 end,
  noisy = moves,
  undo = function() end,
  initial = function() return { heap = 5 } end,
  play = function(state, take) state.heap = state.heap - take end,
}, { __index = nim })

local puzzle = setmetatable({ goal = function(heap) return heap == 0 end }, { __index = keyed })

local objects = {
  search = function() return alphabeta.start(nim, 3) end,
  table = function() return alphabeta.table {} end,
  solver = function() return alphabeta.start_solve(keyed, 3) end,
  path = function() return alphabeta.start_path(puzzle, 3) end,
}

-- What must be called right and what wrong: `worked, message` of a call, and whether it fits.
local function expect(fits, pattern, where, worked, message)
  if fits then
    if not worked then
      -- what fits alone need not fit the rest: "option 'x' cannot be used with 'y'", "needs a game with 'z'"
      assert(message:find " cannot be used with " or message:find " needs " or message:find " goes with ",
        where .. ": " .. tostring(message))
    end
    return
  end
  assert(not worked, where .. " is taken")
  assert(type(message) == "string", where)
  assert(message:find(pattern), where .. ": " .. message:sub(1, 300))
  assert(#message < 200000, where)
end

local function count_of(what)
  local n = 0
  for _ in pairs(what) do n = n + 1 end
  return n
end

-- The public functions, those of modules with the module's name before theirs.
local function each_public(visit)
  for name, value in pairs(alphabeta) do
    if api.modules[name] then
      for part, inner in pairs(value) do visit(name .. "." .. part, inner) end
    else
      visit(name, value)
    end
  end
end

local recorded = alphabeta.search(nim, 3, { trace = true })

-- Arguments that are right.
local GOOD = {
  search = { nim, 3, { depth = 2 } },
  start = { nim, 3, { depth = 2 } },
  deepen = { nim, 3, { depth = 2 } },
  table = { { bytes = 1000 } },
  solve = { keyed, 3, { positions = 9 } },
  start_solve = { keyed, 3, { positions = 9 } },
  path = { puzzle, 3, { weight = 2 } },
  start_path = { puzzle, 3, { weight = 2 } },
  copy = { 3, { tables = 9 } },
  undump = { alphabeta.solve(keyed, 3):dump(), keyed, 3 },
  native = { "tictactoe" },
  match = { nim, 3, { alphabeta.random_player(1), alphabeta.random_player(2) }, { max_plies = 2 } },
  merge = { { alphabeta.match(nim, 3, { alphabeta.random_player(1), alphabeta.random_player(2) }, { games = 2 }) } },
  paranoid = { setmetatable({ players = 3, player = function() return 1 end }, { __index = nim }), 1 },
  player = { { depth = 2 } },
  random_player = { 1 },
  human = { { show = false } },
  explain = { nim, 3, recorded },
  levels = { nim, 3, { strongest = { depth = 1 }, count = 2, games = 20 } },
  learn = { featured, 3, { games = 20, opening_plies = 0 } },
  start_learn = { featured, 3, { games = 20 } },
  review = { nim, 3, {} },
  session = { setmetatable({ initial = function() return 3 end }, { __index = nim }), { seed = 1 } },
  text = { nim, 3, 1 },
  parse = { nim, 3, "1" },
  check = { nim, 3, { games = 1, time = 0.1 } },
  ["tree.text"] = { recorded, { width = 3 } },
  ["tree.dot"] = { recorded, { width = 3 } },
  ["tree.html"] = { recorded, { title = "nim" } },
}

-- Calls visit(function's name in messages, the call, the kinds of its arguments, good arguments).
local function each_function(visit)
  each_public(function(name, value)
    if api.functions[name] then
      visit(name:match "[^.]+$", value, api.functions[name], assert(GOOD[name], "give good arguments for " .. name))
    end
  end)
  for type_name, methods in pairs(api.methods) do
    for name, kinds in pairs(methods) do
      visit(name, function(...)
        local object = objects[type_name]()
        return object[name](object, ...)
      end, kinds, {})
    end
  end
end

describe("the interface", function()
  it("has nothing that these specs do not know", function()
    local public = {}
    each_public(function(name, value)
      local known = api.functions[name] or api.constants[name]
      assert(known, "describe alphabeta." .. name .. " in spec/hostile/api.lua")
      if api.constants[name] then assert(api.constants[name](value), name) end
      public[name] = true
    end)
    for name in pairs(api.functions) do assert(public[name], name .. " is described, but not there") end
    for type_name, methods in pairs(api.methods) do
      for name in pairs(methods) do assert(objects[type_name]()[name], type_name .. name) end
    end
  end)
end)

describe("an argument", function()
  it("of the wrong type or out of its limits is an error that names it, at every position", function()
    local refused = 0
    each_function(function(name, call, kinds, good)
      for position, kind in ipairs(kinds) do
        local fits = kind
        if type(kind) == "string" then
          fits = function(value) return value == nil or type(value) == "table" end
        end
        api.each_value(function(value)
          if type(value) ~= "table" then -- tables are looked into, below
            local arguments = compat.copy(good, #kinds)
            arguments[position] = value
            local where = ("argument #%d of '%s', %s,"):format(position, name, show(value))
            local fitting = fits(value)
            if not fitting then refused = refused + 1 end
            -- any state is one to the library, not to the game; and a function that fits may fail when it is called
            if not (fitting and (kind == api.given or type(value) == "function")) then
              expect(fitting, ("^[^:]*:?%%d*:? ?bad argument #%d to '%s' %%("):format(position, name),
                where, pcall(call, compat.unpack(arguments, 1, #kinds)))
            end
          end
        end)
      end
    end)
    assert(refused > 200, refused)
  end)

  it("that is missing is an error too, and one too many does no harm", function()
    each_function(function(name, call, kinds, good)
      for n = 0, #kinds do
        local worked, message = pcall(call, compat.unpack(good, 1, n))
        local next_kind = kinds[n + 1]
        local enough = n >= #kinds or type(next_kind) == "string" or next_kind(nil)
        expect(enough, "bad argument #%d to '" .. name .. "'", ("%s, %d arguments"):format(name, n),
          worked, message)
      end
      local more = compat.copy(good, #kinds)
      for i = #kinds + 1, 250 do more[i] = api.values[i % api.values.n + 1] or false end
      assert(pcall(call, compat.unpack(more, 1, 250)), name)
    end)
  end)

  it("self that is no such object is an error", function()
    local calls = 0
    for type_name, methods in pairs(api.methods) do
      for name in pairs(methods) do
        local method = objects[type_name]()[name]
        local function refuse(value)
          calls = calls + 1
          local worked, message = pcall(method, value)
          assert(not worked and message:find "alphabeta%.%a+ expected, got ", name .. show(value))
        end
        api.each_value(refuse)
        for other, make in pairs(objects) do
          if other ~= type_name then refuse(make()) end
        end
        refuse(setmetatable({}, { __index = objects[type_name](), __name = "alphabeta." .. type_name }))
        assert.is_false(pcall(method))
      end
    end
    assert(calls > 200)
  end)
end)

describe("an option", function()
  -- The functions that take a table of options: its row, and a call with it and other arguments that are right.
  local takers = {}
  each_function(function(name, call, kinds, good)
    for position, row in ipairs(kinds) do
      if type(row) == "string" then
        takers[name .. ", " .. row] = { name = name, row = row, position = position, call = function(options)
          local arguments = compat.copy(good, #kinds)
          arguments[position] = options
          return call(compat.unpack(arguments, 1, #kinds))
        end }
      end
    end
  end)

  for _, taker in pairs(takers) do
    local caller, row, position, call = taker.name, taker.row, taker.position, taker.call
    it("of " .. caller .. " that does not fit is named, with what was given and what is expected", function()
      local refused = 0
      for option, fits in pairs(api.options[row]) do
        api.each_value(function(value)
          if value == nil then return end
          local where = ("option '%s' of %s, %s,"):format(option, caller, show(value))
          if not fits(value) then refused = refused + 1 end
          -- what is called may raise
          local harmless = type(value) ~= "function" and type(value) ~= "table" and not api.weighty[option]
          if harmless or not fits(value) then
            local told = option == "level" and ".*expected" or ".* expected, got " -- "unknown level 9 (expected ..."
            expect(fits(value), ("bad argument #%d to '%s' %%(option '%s': %s"):format(position, caller, option, told),
              where, pcall(call, { [option] = value }))
          end
        end)
      end
      assert(refused > 20 * count_of(api.options[row]), refused)
    end)

    it("of " .. caller .. " that there is none of is named", function()
      api.each_value(function(name)
        if name ~= nil and name == name and not api.options[row][name] then
          local kind = type(name)
          local called = kind == "string" and "" or kind == "number" and "%-?[%di]" or kind .. "'"
          expect(false, "unknown option '" .. called, "option " .. show(name), pcall(call, { [name] = 1 }))
        end
      end)
    end)
  end

  it("are not those that a zero byte follows", function()
    for option in pairs(api.options.search) do
      local worked, message = pcall(alphabeta.search, nim, 3, { [option .. "\0"] = 1 })
      assert(not worked and message:find("unknown option '" .. option, 1, true), message)
    end
  end)

  it("names the wrong one, however many are right", function()
    for option, fits in pairs(api.options.search) do
      if not fits "no such thing" then
        local options = { depth = 2, all = true, trace = 5, table = false, margin = 1 }
        options[option] = "no such thing"
        local worked, message = pcall(alphabeta.search, nim, 3, options)
        assert(not worked)
        assert.matches("option '" .. option .. "': .*got 'no such thing'", message)
      end
    end
  end)

  it("is read raw: a table with metamethods has no more options than it holds", function()
    local seen = 0
    local options = setmetatable({ depth = 1 }, { __index = function() seen = seen + 1 return 0 end,
      __pairs = function() seen = seen + 1 end, __len = function() seen = seen + 1 return 9 end })
    assert.equal(1, alphabeta.search(nim, 3, options).depth)
    assert.equal(0, seen)
  end)
end)

describe("a game's field", function()
  local function search_with(base, field, value)
    local game = setmetatable({ [field] = value }, { __index = base })
    return pcall(alphabeta.start, game, { heap = 3 }, { depth = 1 })
  end

  it("that is no constant it may be is named, with the game", function()
    for field, fits in pairs(api.constant_fields) do
      api.each_value(function(value)
        if value == nil then return end
        local base = setmetatable({ name = field ~= "name" and "g" or nil }, { __index = full })
        if field == "width" then
          base = { play = nim.play, evaluate = nim.evaluate }
        end
        expect(fits(value), "field '" .. field .. "': .* expected, got ", ("field '%s', %s,"):format(field,
          show(value)), search_with(base, field, value))
      end)
    end
  end)

  it("that is a callback and no function is named, with the game", function()
    for field in pairs(api.callbacks) do
      api.each_value(function(value)
        if value == nil then return end
        local base = full
        if field == "successors" then base = { evaluate = nim.evaluate } end
        local may_be_true, kind = field == "undo", field == "undo" and "function or true" or "function"
        expect(type(value) == "function" or may_be_true and value == true,
          "bad argument #1 to 'start' %(game.*: field '" .. field .. "': " .. kind .. " expected, got ",
          ("field '%s', %s,"):format(field, show(value)),
          search_with(base, field, value))
      end)
    end
  end)

  it("that cannot be used with another is refused", function()
    local worked, message = pcall(alphabeta.search, { successors = moves, evaluate = nim.evaluate, noisy = moves }, 3)
    assert(not worked)
    assert.matches("field 'noisy' cannot be used with 'successors'", message)
  end)

  it("may come from a metatable that raises: that error passes", function()
    local token = {}
    for field in pairs(api.callbacks) do
      local game = setmetatable({}, { __index = function(_, name)
        if name == field then error(token) end
        if name == "successors" or name == "width" then return nil end
        return full[name]
      end })
      local worked, message = pcall(alphabeta.search, game, { heap = 3 }, { depth = 1 })
      assert(not worked and message == token, field)
    end
  end)
end)

describe("things of another game", function()
  local function other_nim(name)
    local game = { name = name, key = function(heap) return heap end }
    for _, field in ipairs { "moves", "play", "evaluate" } do
      local callback = nim[field]
      game[field] = function(...) return callback(...) end
    end
    return game
  end

  it("a table is refused, and stays good for its own", function()
    local one, other = other_nim "one", other_nim "other"
    local kept = alphabeta.table {}
    local value = alphabeta.search(one, 9, { table = kept }).value
    local worked, message = pcall(alphabeta.search, other, 9, { table = kept })
    assert(not worked)
    assert.matches("option 'table': it belongs to another game", message)
    assert.equal(value, alphabeta.search(one, 9, { table = kept }).value)
    kept:clear()
    assert.equal(value, alphabeta.search(other, 9, { table = kept }).value)
  end)

  it("any other userdata is not taken for a table", function()
    for _, value in ipairs { io.stdout, objects.search() } do
      local worked, message = pcall(alphabeta.search, other_nim "one", 9, { table = value })
      assert(not worked)
      assert.matches("option 'table': alphabeta.table or false expected, got userdata", message)
    end
  end)

  it("a state is the game's own business: its error passes", function()
    api.each_value(function(state)
      if not state or type(state) == "number" then return end
      assert(pcall(alphabeta.search, { moves = function() return {} end, play = nim.play,
        evaluate = function() return 1 end }, state), show(state))
      local worked, message = pcall(alphabeta.search, { moves = function(given) error(given, 0) end,
        play = nim.play, evaluate = nim.evaluate }, state, { depth = 1 })
      assert(not worked and rawequal(message, state), show(state))
    end)
  end)
end)

describe("a method of what is made in Lua, called with a dot,", function()
  local made = {
    session = alphabeta.session(nim, { state = 3 }),
    learning = alphabeta.start_learn(featured, 3, { games = 20 }),
    learned = alphabeta.learn(featured, 3, { games = 20, opening_plies = 0 }),
  }
  for what, object in pairs(made) do
    for name in pairs(getmetatable(object).__index) do
      it("names what it is a method of: " .. what .. ", " .. name, function()
        api.each_value(function(value)
          local here = debug.getinfo(1, "l").currentline + 1
          local worked, message = pcall(function() return (object[name](value)) end)
          assert(not worked)
          assert.matches(("arguments_spec.lua:%d: bad argument #1 to '%s' %%(%s expected, got "):format(here, name,
            what), message)
        end)
      end)
    end
  end
end)
