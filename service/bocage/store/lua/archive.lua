-- Replace a finished log by one compressed row. Its id is the greatest there is: nothing can follow it.
--   KEYS  log, followers    ARGV  entries, compressed value, time of the last entry
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
local done = redis.call('XLEN', KEYS[1]) == tonumber(ARGV[1])
if done then
  redis.call('DEL', KEYS[1])
  -- Whoever followed to the end still talks about it; nodes that died meanwhile are forgotten in time.
  redis.call('EXPIRE', KEYS[2], 86400)
  redis.call('XADD', KEYS[1], '18446744073709551615-18446744073709551615', 'archive', ARGV[2])
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and last[2][1] == 'archive' then
  redis.call('ZADD', tag .. ':finished', ARGV[3], match)
end
redis.call('SREM', tag .. ':closing', match)
return done and 1 or 0
