-- Number of entries of logs; -1: archived, here or in cold storage.    KEYS  logs
local out = {}
for k, log in ipairs(KEYS) do
  local length = redis.call('XLEN', log)
  -- A log with one row is new, or archived under the greatest id.
  if length == 1 and redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1][1] ~= '1-0' then
    length = -1
  elseif length == 0 and is_cold(string.match(log, '^({.-}):log:(.+)$')) then
    length = -1
  end
  out[k] = length
end
return out
