-- Send a note to the other nodes that follow a match. It is not stored.
--   KEYS  the set of nodes that follow it    ARGV  this node, publish command, note
local tag, match = string.match(KEYS[1], '^({.-}):near:(.+)$')
for _, other in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if other ~= ARGV[1] then
    redis.call(ARGV[2], tag .. ':node:' .. other, match .. ' 0 0 ' .. ARGV[3])
  end
end
return 1
