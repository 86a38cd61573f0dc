-- Publish entries appended earlier, now that enough replicas have them.
--   KEYS  per entry: the set of nodes that follow the match
--   ARGV  this node, publish command; then per entry: number, time, body
for k, near in ipairs(KEYS) do
  tell_near(near, ARGV[1], ARGV[2], ARGV[3 * k], ARGV[3 * k + 1], ARGV[3 * k + 2])
end
return 1
