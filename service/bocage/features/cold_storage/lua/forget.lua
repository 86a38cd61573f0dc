-- Delete a finished match, in Redis or in cold storage.
--   KEYS  log, followers, review    ARGV  its players
-- Returns 1 if done, 0 if it is not finished or not archived yet.
local call = redis.call
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
local rows = call('XRANGE', KEYS[1], '-', '+', 'COUNT', 2)
if #rows > 0 and rows[1][2][1] ~= 'archive' then
  return 0
end
call('DEL', unpack(KEYS))
call('HDEL', tag .. ':rows', match)
call('HDEL', tag .. ':cold:' .. string.sub(match, -2), match)
call('ZREM', tag .. ':finished', match)
call('ZREM', tag .. ':ended', match)
for _, player in ipairs(ARGV) do
  call('ZREM', tag .. ':of:' .. player, match)
end
return 1
