-- Take due notices with a lease for the caller.
--   KEYS  notices of each shard    ARGV  lease in ms, maximum number per shard
-- Returns the end of the lease, then per notice the number of its key (from 1) and the notice.
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
