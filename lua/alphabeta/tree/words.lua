--- Numbers and moves of a recorded tree as words, on one line each.
local max_integer = require "alphabeta.base.max_integer"

local words = {}

---@class alphabeta.tree.Signs what stands for what is not in ASCII
---@field minus string
---@field infinity string
---@field more string for what is left out
---@field lower string before a value that is at least so much
---@field upper string before a value that is at most so much
---@field above string after a number: the next float above it
---@field below string after a number: the next float below it
---@field chance string at a chance position
---@field at_once string where both players choose at once

---@type alphabeta.tree.Signs
words.utf8 = {
  minus = "−", infinity = "∞", more = "…", lower = "≥ ", upper = "≤ ", above = "⁺", below = "⁻",
  chance = "◇", at_once = "⊞",
}

---@type alphabeta.tree.Signs
words.ascii = {
  minus = "-", infinity = "inf", more = "...", lower = ">= ", upper = "<= ", above = "+", below = "-",
  chance = "<>", at_once = "[+]",
}

------------------------------------------------------------------------------------------------
-- Numbers

local TINY = 2 ^ -1021    -- what is smaller is only next to 0
local NEXT_TO = 2 ^ -50   -- so near, in proportion, that it can only be meant to be next to it

local function is_whole(x)
  return x <= max_integer and x == math.floor(x)
end

-- The short number that a positive one is next to, and on which side of it; or itself.
local function rounded(x)
  if x > max_integer or is_whole(x) then return x end
  if x < TINY then return 0, "above" end
  local short = tonumber(("%.12g"):format(x)) -- of 14 digits some means are as near by chance
  if x == short or math.abs(x - short) > NEXT_TO * x then return x end
  return short, x > short and "above" or "below"
end

local function digits(x, signs)
  if x == math.huge then return signs.infinity end
  return (is_whole(x) and "%.0f" or "%.6g"):format(x)
end

local MIRRORED = { above = "below", below = "above" }

--- A number in few characters. Whole numbers are written in full; what differs from a short number by a
--- float or two, as the ends of null windows do, is that number with a sign.
---@param x number
---@param signs alphabeta.tree.Signs
---@return string
function words.number(x, signs)
  if x == 0 then return "0" end
  local short, side = rounded(math.abs(x))
  local text = digits(short, signs)
  if x < 0 then
    side = MIRRORED[side]
    if short > 0 then text = signs.minus .. text end
  end
  return text .. (side and signs[side] or "")
end

--- The two ends of a window, told apart even where they look alike.
---@return string alpha, string beta
function words.window(alpha, beta, signs)
  local low, high = words.number(alpha, signs), words.number(beta, signs)
  if low == high and alpha < beta then high = high .. signs.above end
  return low, high
end

--- A visit's value with the sign of its bound; "?" without a value.
---@param visit alphabeta.tree.Visit
---@param signs alphabeta.tree.Signs
---@return string
function words.value(visit, signs)
  if not visit.bound then return "?" end
  return (signs[visit.bound] or "") .. words.number(visit.node.value, signs)
end

--- Children that are left out.
---@param hidden { hidden: integer, nodes: integer }
---@param signs alphabeta.tree.Signs
---@return string
function words.hidden(hidden, signs)
  local nodes = hidden.nodes > hidden.hidden and (" (%d nodes)"):format(hidden.nodes) or ""
  return ("%s %d more%s"):format(signs.more, hidden.hidden, nodes)
end

------------------------------------------------------------------------------------------------
-- Moves

local NAMED = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escape(bytes)
  return NAMED[bytes] or (bytes:gsub(".", function(byte) return ("\\%03d"):format(byte:byte()) end))
end

-- Characters of more than one byte. What begins otherwise is none.
local CHARACTERS = {
  "^[\194-\223][\128-\191]",
  "^\224[\160-\191][\128-\191]",
  "^[\225-\236\238\239][\128-\191][\128-\191]",
  "^\237[\128-\159][\128-\191]",
  "^\240[\144-\191][\128-\191][\128-\191]",
  "^[\241-\243][\128-\191][\128-\191][\128-\191]",
  "^\244[\128-\143][\128-\191][\128-\191]",
}

local INVISIBLE = {
  "^\194[\128-\159]", "^\226\128[\168-\174]", "^\226\129[\166-\169]", -- controls, ends of lines, directions
  -- noncharacters: U+FDD0 to U+FDEF, and the last two of each plane, of which XML refuses U+FFFE and U+FFFF
  "^\239\183[\144-\175]", "^\239\191[\190\191]", "^[\240-\244][\143\159\175\191]\191[\190\191]",
}

local function last_of(patterns, bytes, i)
  for _, pattern in ipairs(patterns) do
    local _, last = bytes:find(pattern, i)
    if last then return last end
  end
end

-- Bytes above 127, with an escape for each that is not part of a visible character.
local function readable(bytes)
  local parts, i = {}, 1
  while i <= #bytes do
    local last = last_of(CHARACTERS, bytes, i)
    local part = bytes:sub(i, last or i)
    if not last or last_of(INVISIBLE, bytes, i) then part = escape(part) end
    parts[#parts + 1] = part
    i = (last or i) + 1
  end
  return table.concat(parts)
end

--- Any bytes as visible characters in valid UTF-8 on one line, with escapes as in Lua for the others.
---@param text string
---@param signs alphabeta.tree.Signs with `words.ascii` everything above 127 is escaped too
---@return string
function words.plain(text, signs)
  if not text:find "[%c\127-\255]" then return text end
  text = text:gsub("%c", escape)
  return (text:gsub("[\128-\255]+", signs == words.ascii and escape or readable))
end

--- What leads to a visit: a move, or an outcome with its probability.
---@param visit alphabeta.tree.Visit
---@param signs alphabeta.tree.Signs
---@return string
function words.move(visit, signs)
  local text, probability = words.plain(visit.label, signs), visit.node.probability
  return probability and ("%s (%.3g %%)"):format(text, 100 * probability) or text
end

--- The same, with a sign if chance decides there, or both players at once.
function words.label(visit, signs)
  local sign = visit.chance and signs.chance or visit.at_once and signs.at_once
  return words.move(visit, signs) .. (sign and " " .. sign or "")
end

--- The same as words.plain, line by line.
function words.plain_lines(text, signs)
  return (text:gsub("[^\n]+", function(line) return words.plain(line, signs) end))
end

return words
