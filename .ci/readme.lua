-- Runs the Lua examples of the given Markdown files, each in an interpreter of its own.
--   ```lua          is run; it must end without an error
--   ```text or ```  right after it is what it must print, to the letter
--   ```lua norun    is not run (fragments, and programs whose output is different each time)

local seconds = 60
local interpreter = arg[-1]

-- Lua blocks of a file, each { line =, code =, expected = }, where expected may be nil
local function examples(path)
  local list, block, example, number = {}, nil, nil, 0
  for line in io.lines(path) do
    number = number + 1
    local info = line:match "^```(.*)$"
    if block and info == "" then
      local text = table.concat(block, "\n") .. "\n"
      if block.info:match "^lua" then
        example = { line = block.line, code = text, norun = block.info ~= "lua" }
        list[#list + 1] = example
      elseif example and (block.info == "" or block.info == "text") then
        example.expected = text
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

-- What a program prints, and whether it ended well
local function run(example)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(("\n"):rep(example.line), example.code) -- so that line numbers in errors are those of the page
  file:close()
  local pipe = assert(io.popen(("timeout %d %s %s 2>&1 </dev/null"):format(seconds, interpreter, name)))
  local output = pipe:read "a"
  local ok = pipe:close()
  os.remove(name)
  return output, ok
end

local ran, wrong = 0, 0
for _, path in ipairs(arg) do
  for _, example in ipairs(examples(path)) do
    if not example.norun then
      local output, ok = run(example)
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
end
print(("%d examples run, %d wrong"):format(ran, wrong))
os.exit(wrong == 0)
