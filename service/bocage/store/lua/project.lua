-- Correct the lists for a match, unless its log has grown meanwhile.
--   KEYS  log    ARGV  rows of the log as seen, change (msgpack), time
-- Returns 1, or 0 if the log has changed.
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then
  return 0
end
local tag, match = string.match(KEYS[1], '^({.-}):log:(.+)$')
change_lists(tag, match, cmsgpack.unpack(ARGV[2]), tonumber(ARGV[3]))
return 1
