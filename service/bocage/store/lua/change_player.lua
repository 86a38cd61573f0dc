-- Change a player's hash if it exists and one of its fields is unchanged since it was read (empty: absent).
--   KEYS  player
--   ARGV  that field, value read, new value (empty: delete it), ids of sign-ins to end (separated by spaces), then
--         fields and values to set
-- Returns 1 if done, 0 if the field has changed.
local call, key = redis.call, KEYS[1]
-- A player deleted meanwhile must not be recreated as a hash that never expires.
if (call('HGET', key, ARGV[1]) or '') ~= ARGV[2] or call('HEXISTS', key, 'created') == 0 then
  return 0
end
if ARGV[3] == '' then
  call('HDEL', key, ARGV[1])
elseif ARGV[3] ~= ARGV[2] then
  call('HSET', key, ARGV[1], ARGV[3])
end
for id in string.gmatch(ARGV[4], '%S+') do
  call('HDEL', key, 'sign-in:' .. id, 'used:' .. id, 'scopes:' .. id)
  local token = call('HGET', key, 'token')
  if token and string.sub(token, 1, 16) == id then
    call('HDEL', key, 'token')
  end
end
if ARGV[4] ~= '' then
  call('PUBLISH', 'bocage:signed_out', ARGV[4])
end
for i = 5, #ARGV, 2 do
  call('HSET', key, ARGV[i], ARGV[i + 1])
end
return 1
