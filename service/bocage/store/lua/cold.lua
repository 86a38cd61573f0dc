-- Whether a match is in cold storage. Buckets are small enough for Redis to store each compactly.
local function is_cold(tag, match)
  return tag and redis.call('HEXISTS', tag .. ':cold:' .. string.sub(match, -2), match) == 1
end
