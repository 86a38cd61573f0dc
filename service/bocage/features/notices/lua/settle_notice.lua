-- A notice that was taken is dealt with: it goes, and others come in its place.
--   KEYS  notices of its shard    ARGV  the notice, until when it was left to the caller, then times and notices to add
-- Gives 1; 0: it is not the caller's any more, and nothing was done.
local call, key = redis.call, KEYS[1]
local left = call('ZSCORE', key, ARGV[1])
if not left or tonumber(left) ~= tonumber(ARGV[2]) then
  return 0
end
call('ZREM', key, ARGV[1])
for i = 3, #ARGV, 2 do
  call('ZADD', key, ARGV[i], ARGV[i + 1])
end
return 1
