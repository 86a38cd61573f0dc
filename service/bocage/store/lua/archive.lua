-- Replace a finished log by one compressed row. It gets the greatest possible id, so that nothing can follow it.
--   KEYS  log, followers    ARGV  entries, compressed value, time of the last entry
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
local done = redis.call('XLEN', KEYS[1]) == tonumber(ARGV[1])
if done then
  redis.call('DEL', KEYS[1])
  -- Nodes that follow to the end still exchange notes; entries of nodes that died expire.
  redis.call('EXPIRE', KEYS[2], 86400)
  redis.call('XADD', KEYS[1], '18446744073709551615-18446744073709551615', 'archive', ARGV[2])
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and last[2][1] == 'archive' then
  redis.call('ZADD', tag .. ':finished', ARGV[3], match)
end
redis.call('SREM', tag .. ':closing', match)
return done and 1 or 0
