-- `require "alphabeta"` costs a host next to nothing: what else there is loads when it is first asked for, by the
-- `require` that loaded the library, and can be tried again where that fails.

local run = require "spec.support.interpreter".run

-- A function `loaded`: the modules of ours that are loaded, in order.
local LOADED = [[
local function loaded()
  local list = {}
  for name in pairs(package.loaded) do
    if name:find "^alphabeta" then list[#list + 1] = name end
  end
  table.sort(list)
  return table.concat(list, " ")
end
]]

-- A `require` that cannot load the module named `failing`. It is lent as long as the library loads.
local LENT = [[
local real, failing = require, nil
function require(name)
  if name == failing then error "no memory" end
  return real(name)
end
local alphabeta = require "alphabeta"
require = nil
local function traced()
  local game = {
    moves = function(n) return n > 0 and { 1 } or nil end,
    play = function(n) return n - 1 end,
    evaluate = function() return 0 end,
  }
  return alphabeta.search(game, 2, { trace = true })
end
]]

describe("require", function()
  it("takes 20 kB of Lua's memory at most", function()
    local kilobytes = tonumber(run [[
      if jit then jit.off() end
      local function held()
        collectgarbage()
        collectgarbage()
        return collectgarbage "count"
      end
      held()
      local before = held()
      require "alphabeta"
      print(held() - before)
    ]])
    assert(kilobytes and kilobytes > 0 and kilobytes <= 20, kilobytes)
  end)

  it("knows its own files whichever of them loads the core, and whatever separates folders", function()
    local program = [[
      local function text_of(name)
        for template in package.path:gmatch "[^;]+" do
          local file = io.open((template:gsub("%%?", (name:gsub("%%.", "/")))))
          local text = file and file:read "*a"
          if file then file:close() end
          if text then return text end
        end
      end
      local function new_searcher(folder)
        return function(name)
          local text = text_of(name)
          return text and assert((loadstring or load)(text, "@" .. folder .. name:gsub("%%.", "\\") .. ".lua"))
        end
      end
      %s
      local connect4 = require "alphabeta.games.connect4"
      print(debug.getinfo(connect4.new, "S").source:find "\\" ~= nil, pcall(function() connect4.new(0, 5) end))
    ]]
    local expected = "^%s false %%S+:18: bad argument #2 to 'native' %%('connect4': "
    assert.matches(expected:format "false", run(program:format ""))
    assert.matches(expected:format "true", run(program:format
      [[table.insert(package.searchers or package.loaders, 2, new_searcher "C:\\game\\lua\\")]]))
  end)

  it("has a compiler leave alone the loop that hooks are to see", function()
    assert.equal("function\n", run [[
      package.loaded.jit = { off = function(loop) print(type(loop)) end }
      require "alphabeta"
    ]])
  end)

  it("loads again, but not beside another version", function()
    assert.matches("^true false .*alphabeta %S+ cannot be loaded where alphabeta 0%.9%.0 is\n$", run [[
      require "alphabeta"
      package.loaded["alphabeta.core"] = nil
      local again = pcall(require, "alphabeta.core")
      package.loaded["alphabeta.core"] = nil
      debug.getregistry()["alphabeta.version"] = "0.9.0"
      local _, message = pcall(require, "alphabeta.core")
      print(again, _, message)
    ]])
  end)

  it("sets no globals, and whatever it loads sets none", function()
    assert.equal("\n", run [[
      local before = {}
      for name in pairs(_G) do before[name] = true end
      local alphabeta = require "alphabeta"
      local connect4 = require "alphabeta.games.connect4"
      local result = alphabeta.search(connect4, connect4.initial(), { depth = 3, trace = true })
      alphabeta.tree.text(result)
      alphabeta.explain(connect4, connect4.initial(), result)
      alphabeta.check(connect4, connect4.initial(), { games = 1, time = 0.1 })
      alphabeta.match(connect4, connect4.initial(), { alphabeta.random_player(1), alphabeta.player { depth = 1 } })
      require "alphabeta.pure"
      local new = {}
      for name in pairs(_G) do new[#new + 1] = not before[name] and name or nil end
      print(table.concat(new, " "))
    ]])
  end)

  it("loads the core alone, and so does a game that only searches", function()
    assert.equal("alphabeta alphabeta.core\nalphabeta alphabeta.core\n", run(LOADED .. [[
      local alphabeta = require "alphabeta"
      print(loaded())
      local game = { width = 2, play = function(n, m) return n + m end, evaluate = function(n) return n end }
      alphabeta.search(game, 0, { depth = 3 })
      for _ in alphabeta.deepen(game, 0, { depth = 3 }) do end
      alphabeta.start(game, 0, { depth = 3, table = false }):step()
      alphabeta.table()
      print(loaded())
    ]]))
  end)
end)

describe("what loads later", function()
  it("is there when it is asked for, and stays", function()
    assert.equal("nil true true true nil\n", run(LOADED .. [[
      local alphabeta = require "alphabeta"
      local before, explain = rawget(alphabeta, "explain"), alphabeta.explain
      print(before, type(explain) == "function", rawget(alphabeta, "explain") == explain,
        explain == require "alphabeta.explain", loaded():match "alphabeta%.check")
    ]]))
  end)

  it("leaves a name alone that there is not", function()
    assert.equal("nil nil nil\n", run [[
      local alphabeta = require "alphabeta"
      print(alphabeta.serch, alphabeta[1], alphabeta[alphabeta])
    ]])
  end)

  it("is loaded by the `require` that loaded the library, also if that is gone, or another", function()
    assert.equal("true nil\ntrue 7\n", run(LENT .. [[
      print(#alphabeta.tree.text(traced()) > 0, require)
      require = 7
      print(type(alphabeta.player()) == "function", require)
    ]]))
  end)

  it("asks for no global that there is not, and sets none, where the host watches them", function()
    assert.equal("true nil\n", run(LENT .. [[
      local function refuse(_, name) error("global " .. name) end
      setmetatable(_G, { __index = refuse, __newindex = refuse })
      for _, name in ipairs { "check", "explain", "human", "match", "player", "random_player" } do
        assert(alphabeta[name], name)
      end
      print(#alphabeta.tree.text(traced()) > 0, rawget(_G, "require"))
    ]]))
  end)

  it("does without the library for debugging", function()
    assert.equal("error: no idea\n", run([[
      local alphabeta = require "alphabeta"
      debug = nil
      setmetatable(_G, { __index = function(_, name) error("global " .. name) end })
      local game = {
        moves = function(n) return n > 0 and { 1 } or nil end,
        play = function(n) return n - 1 end,
        evaluate = function() return 0 end,
      }
      print(alphabeta.match(game, 2, { function() error("no idea", 0) end, print }).reason)
    ]]))
  end)

  it("can be asked for again where it could not be loaded", function()
    local expected, failing = {}, { "tree", "tree.arguments", "tree.html", "tree.page", "base.options" }
    for i, name in ipairs(failing) do
      expected[i] = name .. " false nil nil\n"
      failing[i] = ("%q"):format(name)
    end
    expected[#expected + 1] = "true\n"
    assert.equal(table.concat(expected), run(LENT .. "local names = {" .. table.concat(failing, ",") .. "}" .. [[
      for _, name in ipairs(names) do
        failing = "alphabeta." .. name
        local ok, message = pcall(function() return alphabeta.tree end)
        assert(tostring(message):find "no memory", message)
        print(name .. " " .. tostring(ok), require, rawget(alphabeta, "tree"))
      end
      failing = nil
      print(#alphabeta.tree.text(traced()) > 0)
    ]]))
  end)
end)
