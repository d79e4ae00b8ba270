-- Runs the lines of some sections of a page as somebody would who copies them into a terminal:
--
--   lua5.4 .ci/lines.lua doc/where-it-runs.md "One folder" "Neovim"
--
--   ```sh        is run, all of them in one shell, which ends at the first error
--   ```text      is what the block before it must print, to the letter
--   ```sh norun  is not run

local path = table.remove(arg, 1)

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

-- The lines between a heading and the next one.
local function section(page, heading)
  local _, last = page:find("\n## " .. heading .. "\n", 1, true)
  assert(last, path .. " has no section " .. heading)
  return page:sub(last, (page:find("\n## ", last, true) or 0) - 1)
end

local page = "\n" .. read(path)
local lines, expected = {}, {}
for _, heading in ipairs(arg) do
  local before = #lines
  for kind, block in section(page, heading):gmatch "\n```(%w+)\n(.-\n)```" do
    if kind == "sh" then lines[#lines + 1] = block end
    if kind == "text" then expected[#expected + 1] = block end
  end
  assert(#lines > before, heading .. " has no lines to run")
end

local script, output = os.tmpname(), os.tmpname()
local file = assert(io.open(script, "w"))
file:write("set -eu\n", table.concat(lines))
file:close()
local ended = os.execute(("sh %s >%s </dev/null"):format(script, output))
local printed, wanted = read(output), table.concat(expected)
os.remove(script)
os.remove(output)
if not ended or printed ~= wanted then
  io.write(ended and "" or "an error\n", "expected\n", wanted, "got\n", printed)
  os.exit(1)
end
