-- Remove a taken notice, and add its retries.
--   KEYS  notices of its shard    ARGV  the notice, end of its lease, then times and notices to add
-- Returns 1, or 0 without changes if the lease has expired.
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
