--- What a view writes: one text in the end, or pieces that are handed on while it works.
local pieces = {}
pieces.__index = pieces

local VISITS = 100 -- in a piece of work, so that a caller that pauses in between loses less than a millisecond

---@class alphabeta.tree.Pieces
---@field write? fun(text: string) takes the pieces; nil: they are kept
---@field parts string[] what was written, and not handed on
---@field visits integer worked on since the last piece

--- Begins.
---@param write? fun(text: string)
---@return alphabeta.tree.Pieces
function pieces.new(write) return setmetatable({ write = write, parts = {}, visits = 0 }, pieces) end

--- Writes a text.
---@param text string
function pieces:add(text) self.parts[#self.parts + 1] = text end

local function hand_on(self)
  local text = table.concat(self.parts)
  self.parts, self.visits = {}, 0
  self.write(text)
end

--- Tells that a visit was worked on. Hands on what was written, perhaps nothing yet, after so many of them.
---@param prepare? fun() called before that: the caller may take its time
function pieces:work(prepare)
  if not self.write then return end
  self.visits = self.visits + 1
  if self.visits < VISITS then return end
  if prepare then prepare() end
  hand_on(self)
end

--- Ends.
---@return string? text all of it, if it was not handed on
function pieces:finish()
  if not self.write then return table.concat(self.parts) end
  hand_on(self)
end

return pieces
