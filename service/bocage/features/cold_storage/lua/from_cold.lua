-- Restore a match from cold storage.
--   KEYS  log    ARGV  archive, row (empty: none), time of its end, time of the row, its players
-- Returns 1 if done, 0 if it is not in cold storage.
local call = redis.call
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
if not is_cold(tag, match) then
  return 0
end
call('DEL', KEYS[1])
call('XADD', KEYS[1], '18446744073709551615-18446744073709551615', 'archive', ARGV[1])
if ARGV[2] ~= '' then
  call('HSET', tag .. ':rows', match, ARGV[2])
end
call('ZADD', tag .. ':finished', ARGV[3], match)
for i = 5, #ARGV do
  call('ZADD', tag .. ':of:' .. ARGV[i], ARGV[4], match)
end
call('HDEL', tag .. ':cold:' .. string.sub(match, -2), match)
return 1
