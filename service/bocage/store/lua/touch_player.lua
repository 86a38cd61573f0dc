-- Record the use of a token, and extend the time to live of a key that has one (players who are kept must not expire).
-- Skipped if the last use was recorded recently.
--   KEYS  player
--   ARGV  seconds without use until a player is deleted (0: never), id of the sign-in, now, ms between two records,
--         the sign-in to store if only the field of earlier releases holds its token (else empty)
local call, key, id = redis.call, KEYS[1], ARGV[2]
local token = call('HGET', key, 'token')
if ARGV[5] ~= '' and token and string.sub(token, 1, 16) == id then
  call('HSETNX', key, 'sign-in:' .. id, ARGV[5])
end
if call('HEXISTS', key, 'sign-in:' .. id) == 1 then
  local used = tonumber(call('HGET', key, 'used:' .. id) or 0)
  if tonumber(ARGV[3]) - used >= tonumber(ARGV[4]) then
    call('HSET', key, 'used:' .. id, ARGV[3])
  end
end
local left = call('TTL', key)
if left >= 0 and tonumber(ARGV[1]) > 0 and left < ARGV[1] * 0.99 then
  call('EXPIRE', key, ARGV[1])
end
