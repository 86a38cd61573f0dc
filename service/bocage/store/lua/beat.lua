-- Called by every node continuously. Gaps between calls show when no node could reach this Redis.
--   KEYS  last beat, outages, then the deadlines of each shard
--   ARGV  ms between written beats, ms without a beat that make an outage, ms that outages are kept,
--         newest outage known to this node, maximum number of deadlines per shard
-- Returns the time, new outages (from, to, from, to, …), and matches whose deadline has passed.
local call = redis.call
local clock = call('TIME')
local now_text = string.format('%d%03d', clock[1], math.floor(clock[2] / 1000))
local now = tonumber(now_text)
local last = tonumber(call('GET', KEYS[1]) or now)
if now - last >= tonumber(ARGV[2]) then
  call('ZADD', KEYS[2], now_text, string.format('%d-%d', last, now))
  call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - tonumber(ARGV[3]))
end
-- Follow a clock that was set back, so that its correction counts as an outage.
if now - last >= tonumber(ARGV[1]) or now <= last then
  call('SET', KEYS[1], now_text)
end
local outages = call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[4], '+inf')
local due = {}
for k = 3, #KEYS do
  for _, match in ipairs(call('ZRANGEBYSCORE', KEYS[k], '-inf', now_text, 'LIMIT', 0, ARGV[5])) do
    due[#due + 1] = match
  end
end
return {now, outages, due}
