// Runs .ci/alone.lua in Fengari and in Luau, both in JavaScript:
//   node .ci/alone.mjs fengari|luau|bundle        (bundle: prints it as one file, for a Luau without JavaScript)
// The modules go into one chunk, so that nothing depends on how `require` finds files there.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

const twins = ["tictactoe", "connect4", "kalah", "othello"].map(name => "alphabeta.twins." + name)
const base = ["random", "max_integer", "options"].map(name => "alphabeta.base." + name)
const modules = ["alphabeta.pure", ...base, ...twins].map(name => {
  const source = readFileSync("lua/" + name.replaceAll(".", "/") + ".lua", "utf8")
  return `preload["${name}"] = function()\n${source}\nend\n`
})
const chunk = `local preload, loaded = {}, {}
local function require(name)
  loaded[name] = loaded[name] or assert(preload[name], name)()
  return loaded[name]
end
${modules.join("")}
${readFileSync(".ci/alone.lua", "utf8")}`

const installed = createRequire(process.cwd() + "/")

const run = {
  bundle() { process.stdout.write(chunk) },
  fengari() {
    const { lua, lauxlib, lualib, to_luastring } = installed("fengari")
    const L = lauxlib.luaL_newstate()
    lualib.luaL_openlibs(L)
    if (lauxlib.luaL_loadbuffer(L, to_luastring(chunk), null, to_luastring("@alone")) || lua.lua_pcall(L, 0, 0, 0)) {
      throw new Error(lua.lua_tojsstring(L, -1))
    }
  },
  async luau() {
    const { LuauState } = await import(pathToFileURL(installed.resolve("luau-web")))
    const state = await LuauState.createAsync({})
    await state.loadstring(chunk, "alone", true)()
  },
}

await run[process.argv[2]]()
