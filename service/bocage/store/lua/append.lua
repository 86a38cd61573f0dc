-- Append entries, each as the next of its log or not at all.
--   KEYS  per entry: its log, the set of nodes that follow the match; last: the fence of this node
--   ARGV  this node, publish command ('': do not publish yet), epoch of this node's connection; then per entry: number,
--         earliest time, time of the request (0: now), body, change (msgpack or ''), 1 if this node follows the match,
--         else 0
-- The time of an entry is that of its request, regardless of waiting in this server, but neither in the future nor
-- before its earliest time.
-- Returns per entry: its time in ms; -1 if the number is not the next of the log; or an error.
-- Calls over a connection that the node has given up are rejected as a whole.
local call, pcall_ = redis.call, redis.pcall
local fence = call('GET', KEYS[#KEYS])
if fence and tonumber(fence) > tonumber(ARGV[3]) then
  return redis.error_reply('FENCED the node has given this connection up')
end
local clock = call('TIME')
local now_text = string.format('%d%03d', clock[1], math.floor(clock[2] / 1000))
local now = tonumber(now_text)
local node, publish = ARGV[1], ARGV[2]
local out, n, a = {}, 0, 4
for k = 1, #KEYS - 1, 2 do
  local log = KEYS[k]
  local seq, earliest, asked = ARGV[a], tonumber(ARGV[a + 1]), tonumber(ARGV[a + 2])
  local at, at_text = now, now_text
  if asked > 0 and asked < now then
    at = asked
  end
  if earliest > at then
    at = earliest
  end
  if at ~= now then
    at_text = string.format('%d', at)
  end
  n = n + 1
  -- Numbers have no gaps, so the length is the last number. An archived log has one row with the greatest id.
  if call('XLEN', log) ~= seq - 1 then
    out[n] = -1
  elseif seq == '1' and is_cold(string.match(log, '^({.-}):log:(.+)$')) then
    out[n] = -1  -- finished and in cold storage
  else
    local added = pcall_('XADD', log, seq .. '-0', 'at', at_text, 'raw', ARGV[a + 3])
    if added.err and (string.find(added.err, 'equal or smaller', 1, true) or string.find(added.err, 'exhausted', 1, true)) then
      out[n] = -1
    elseif added.err then
      out[n] = added
    else
      out[n] = at
      if ARGV[a + 4] ~= '' then
        local tag, match = string.match(log, '^({.-}):log:(.+)$')
        change_lists(tag, match, cmsgpack.unpack(ARGV[a + 4]), at)
      end
      if publish ~= '' and call('SCARD', KEYS[k + 1]) > tonumber(ARGV[a + 5]) then
        tell_near(KEYS[k + 1], node, publish, seq, at_text, ARGV[a + 3])
      end
    end
  end
  a = a + 6
end
return out
