-- A finished match was written to cold storage: delete it here, unless the archive differs from what was written.
--   KEYS  log, followers    ARGV  SHA-1 of the written archive, day of its end, its players
-- Returns 1 if done, else 0.
local call = redis.call
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
local rows = call('XRANGE', KEYS[1], '-', '+', 'COUNT', 2)
if #rows ~= 1 or rows[1][2][1] ~= 'archive' or redis.sha1hex(rows[1][2][2]) ~= ARGV[1] then
  return 0
end
call('DEL', KEYS[1], KEYS[2])
call('HDEL', tag .. ':rows', match)
call('ZREM', tag .. ':finished', match)
for i = 3, #ARGV do
  call('ZREM', tag .. ':of:' .. ARGV[i], match)
end
call('HSET', tag .. ':cold:' .. string.sub(match, -2), match, ARGV[2])
return 1
