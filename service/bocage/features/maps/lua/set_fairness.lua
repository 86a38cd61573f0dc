-- Replace what is known about the fairness of a map, if it is still what the caller knows, and the map exists.
-- KEYS  the map    ARGV  stored before (empty: nothing), new    Returns 1: replaced, 0: not.
if redis.call('EXISTS', KEYS[1]) == 0 or (redis.call('HGET', KEYS[1], 'fairness') or '') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'fairness', ARGV[2])
return 1
