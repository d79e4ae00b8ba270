-- The headers that are installed: they compile by themselves in C and in C++, say what their licence is, and leave
-- no macro behind but those that doc/native-games.md names.

local c = require "spec.support.c"
local files = require "spec.support.files"

local function installed()
  local rockspec = {}
  local chunk = assert(loadstring or load)(files.read "alphabeta-scm-1.rockspec", "rockspec", "t", rockspec)
  if setfenv then setfenv(chunk, rockspec) end
  chunk()
  return rockspec.build.install.conf
end

local HEADERS = installed()
local WARNINGS = " -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror "
local COMPILERS = { ["C99"] = "cc -std=c99 -x c", ["C++11"] = "c++ -std=c++11 -x c++" }

-- As they are installed: side by side, in a folder of their own.
local folder

setup(function()
  folder = os.tmpname()
  os.remove(folder)
  c.must("mkdir " .. folder)
  for name, source in pairs(HEADERS) do c.must(("cp %s %s/%s"):format(source, folder, name)) end
end)

teardown(function() c.must("rm -r " .. folder) end)

local function compiled(program, command)
  return c.must(("%s -I%s %s"):format(command, folder, files.write(folder .. "/program", program)))
end

local function macros_of(program, compiler)
  local names = {}
  for name in compiled(program, compiler .. " -dM -E"):gmatch "#define ([%w_]+)" do names[name] = true end
  return names
end

-- The names in the first column of the table of macros.
local function documented()
  local list = {}
  local part = files.read "doc/native-games.md":match "\n## Macros\n(.*)$"
  for cell in part:gmatch "\n| (`[^|]*) |" do
    for name in cell:gmatch "`([%w_]+)" do list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

for name, source in pairs(HEADERS) do
  describe(name, function()
    for language, compiler in pairs(COMPILERS) do
      it("compiles by itself without warnings: " .. language, function()
        compiled(('#include "%s"\n'):format(name), compiler .. WARNINGS .. "-fsyntax-only")
      end)
    end

    it("has the licence of the project", function()
      local head = files.read(source):match "^/%*(.-)%*/"
      assert.matches("^%s*MIT License\n", files.read "LICENSE")
      assert(head:find("\n** SPDX-License-Identifier: MIT\n", 1, true), name)
      assert(head:find("\n** " .. files.read "LICENSE":match "Copyright [^\n]*" .. "\n", 1, true), name)
    end)
  end)
end

describe("the installed headers", function()
  local STANDARD = ""
  for _, name in ipairs { "float", "math", "stddef", "stdint", "string" } do
    STANDARD = STANDARD .. "#include <" .. name .. ".h>\n"
  end

  for language, compiler in pairs(COMPILERS) do
    it("leave the macros that are documented, and no others: " .. language, function()
      local program = STANDARD
      for name in pairs(HEADERS) do program = program .. ('#include "%s"\n'):format(name) end
      local before, left = macros_of(STANDARD, compiler), {}
      for macro in pairs(macros_of(program, compiler)) do
        local guarded = HEADERS[macro:lower():gsub("_h$", ".h")]
        if not before[macro] and not guarded then left[#left + 1] = macro end
      end
      table.sort(left)
      assert.same(documented(), left)
      for _, macro in ipairs(left) do assert.matches("^AB_", macro) end
    end)
  end

  it("have a version that #if can compare", function()
    compiled([[
      #include "alphabeta.h"
      #if AB_VERSION_NUM != AB_VERSION_MAJOR * 10000 + AB_VERSION_MINOR * 100 + AB_VERSION_PATCH
      #error "the number does not follow from its parts"
      #endif
      #include <stdio.h>
      int main (void) {
        char parts[30];
        sprintf(parts, "%d.%d.%d", AB_VERSION_MAJOR, AB_VERSION_MINOR, AB_VERSION_PATCH);
        return strcmp(parts, AB_VERSION) != 0;
      }
    ]], "cc -std=c99 -o " .. folder .. "/version -x c")
    c.must(folder .. "/version")
  end)
end)
