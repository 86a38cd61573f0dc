-- Rename a player and notify all nodes.
--   KEYS  player
--   ARGV  their id, the name
-- Returns 1 if done, 0 if there is no such player.
local call, key = redis.call, KEYS[1]
if call('HEXISTS', key, 'created') == 0 then
  return 0
end
call('HSET', key, 'name', ARGV[2])
call('PUBLISH', 'bocage:named', ARGV[1] .. ' ' .. ARGV[2])
return 1
