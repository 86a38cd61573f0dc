-- Publish an entry to the other nodes that follow a match; nodes that no longer listen are removed.
local function tell_near(near, node, publish, seq, at, raw)
  local tag, match = string.match(near, '^({.-}):near:(.+)$')
  local news = match .. ' ' .. seq .. ' ' .. at .. ' ' .. raw
  for _, other in ipairs(redis.call('SMEMBERS', near)) do
    if other ~= node and redis.call(publish, tag .. ':node:' .. other, news) == 0 then
      redis.call('SREM', near, other)
    end
  end
end
