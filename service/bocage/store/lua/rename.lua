-- Give a player another name, and tell all nodes. Who is not there (any more) gets none.
--   KEYS  player
--   ARGV  their id, the name
-- Gives 1: done, 0: there is no such player.
local call, key = redis.call, KEYS[1]
if call('HEXISTS', key, 'created') == 0 then
  return 0
end
call('HSET', key, 'name', ARGV[2])
call('PUBLISH', 'bocage:named', ARGV[1] .. ' ' .. ARGV[2])
return 1
