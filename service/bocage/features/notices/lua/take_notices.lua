-- Take notices that are due: each is left to the caller until the time that is given back, then to anybody.
--   KEYS  notices of each shard    ARGV  ms for which they are left to the caller, most wanted per shard
-- Gives: that time, then per notice the number of its key (from 1) and the notice.
local call = redis.call
local clock = call('TIME')
local now = tonumber(string.format('%d%03d', clock[1], math.floor(clock[2] / 1000)))
local out = {now + tonumber(ARGV[1])}
for k, key in ipairs(KEYS) do
  for _, notice in ipairs(call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, ARGV[2])) do
    call('ZADD', key, out[1], notice)
    out[#out + 1] = k
    out[#out + 1] = notice
  end
end
return out
