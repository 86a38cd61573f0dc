-- Delete a player's hash except for the time of deletion, and notify all nodes.
--   KEYS  player
--   ARGV  their id, now
-- Returns 1 if done now or earlier, 0 if there is no such player.
local call, key = redis.call, KEYS[1]
if call('HEXISTS', key, 'left') == 1 then
  return 1
end
if call('HEXISTS', key, 'created') == 0 then
  return 0
end
local gone = {}
for _, field in ipairs(call('HKEYS', key)) do
  gone[#gone + 1] = string.match(field, '^sign%-in:(.*)$')
end
local token = call('HGET', key, 'token')
if token then
  gone[#gone + 1] = string.sub(token, 1, 16)
end
call('DEL', key)
call('HSET', key, 'left', ARGV[2])
if #gone > 0 then
  call('PUBLISH', 'bocage:signed_out', table.concat(gone, ' '))
end
call('PUBLISH', 'bocage:named', ARGV[1] .. ' ')
return 1
