-- Runs the Lua examples of the given Markdown files, each in an interpreter of its own, in a folder that is new
-- for each page. With --commands before the files, commands that take their time are run as well.
--   ```lua          is run; it must end without an error
--   ```text or ```  right after it is what it must print, to the letter
--   ```text typed   is that, too, with what a person enters: the rest of a line after "> "
--   ```lua NAME.lua is run, too, and stays in the folder for the later examples of the page
--   ```lua norun    is not run (fragments, and programs whose output is different each time)
--   ```sh run       is such a command: a line that calls a program in examples/

local files = require "spec.support.files"

local seconds = 60
local interpreter = arg[-1]
local with_commands = arg[1] == "--commands"
if with_commands then table.remove(arg, 1) end

-- A transcript as what is printed, and what is entered; that is not printed, nor is the end of its line.
local function taken_apart(transcript)
  local entered = {}
  local printed = transcript:gsub("> ([^\n]*\n)", function(line)
    entered[#entered + 1] = line
    return "> "
  end)
  return printed, table.concat(entered)
end

-- Lua blocks and commands of a file, each { line =, code =, name =, norun =, expected =, input = }, or with command =
-- instead of code, name and input; name, expected and input may be nil
local function examples(path)
  local list, block, example, number = {}, nil, nil, 0
  for line in io.lines(path) do
    number = number + 1
    local info = line:match "^```(.*)$"
    if block and info == "" then
      local text = table.concat(block, "\n") .. "\n"
      local about = block.info:match "^lua ?(.*)$"
      if about then
        local name = about:match "^[%w_]+%.lua$"
        assert(name or about == "" or about == "norun", path .. ": ```lua " .. about .. "?")
        example = { line = block.line, code = text, name = name, norun = about == "norun" }
        list[#list + 1] = example
      elseif block.info == "sh run" then
        example = { line = block.line, command = text:gsub("\n$", ""), norun = not with_commands }
        list[#list + 1] = example
      elseif example and (block.info == "" or block.info == "text") then
        example.expected = text
        example = nil
      elseif example and block.info == "text typed" then
        example.expected, example.input = taken_apart(text)
        example = nil
      end
      block = nil
    elseif block then
      block[#block + 1] = line
    elseif info then
      block = { info = info, line = number }
    elseif line:match "%S" then
      example = nil -- other words in between: the next block is not its output
    end
  end
  assert(not block, path .. ": the last ``` is not closed")
  return list
end

-- The command that runs a program, whose text it writes into the folder.
local function command_of(example, folder)
  if example.command then return example.command end
  local name = example.name or "example.lua"
  -- line numbers in errors are those of the page
  files.write(folder .. "/" .. name, ("\n"):rep(example.line) .. example.code)
  return interpreter .. " " .. name
end

-- What a program prints, and whether it ended well.
local function run(example, folder)
  files.write(folder .. "/input", example.input or "")
  local command = "cd %s && timeout %d %s 2>&1 <input"
  local pipe = assert(io.popen(command:format(folder, seconds, command_of(example, folder))))
  local output = pipe:read "a"
  return output, pipe:close()
end

local ran, wrong = 0, 0
for _, path in ipairs(arg) do
  local folder = files.folder()
  assert(os.execute('ln -s "$PWD/examples" ' .. folder))
  for _, example in ipairs(examples(path)) do
    if not example.norun then
      local output, ok = run(example, folder)
      ran = ran + 1
      if not ok then
        wrong = wrong + 1
        print(("%s:%d: error, or not done in %d seconds:\n%s"):format(path, example.line, seconds, output))
      elseif example.expected and output ~= example.expected then
        wrong = wrong + 1
        print(("%s:%d: expected\n%sgot\n%s"):format(path, example.line, example.expected, output))
      end
    end
  end
  os.execute("rm -r " .. folder)
end
print(("%d examples run, %d wrong"):format(ran, wrong))
os.exit(wrong == 0)
