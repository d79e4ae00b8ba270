--- A list of the numbers from 1 on: moves, mostly.
return function(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end
