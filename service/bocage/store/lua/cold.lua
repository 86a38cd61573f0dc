-- Whether a match lies in cold storage. Buckets stay so small that Redis keeps each in one piece of memory.
local function is_cold(tag, match)
  return tag and redis.call('HEXISTS', tag .. ':cold:' .. string.sub(match, -2), match) == 1
end
