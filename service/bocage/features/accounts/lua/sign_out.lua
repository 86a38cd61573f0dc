-- End one sign-in of a player, or all others. Also voids a pending link and, with all others, recovery codes and
-- passkeys.
--   KEYS  player
--   ARGV  'one' or 'others', id of a sign-in
-- Returns the ids of the sign-ins that ended.
local call, key = redis.call, KEYS[1]
local one, gone = ARGV[1] == 'one', {}
for _, field in ipairs(call('HKEYS', key)) do
  local id = string.match(field, '^sign%-in:(.*)$')
  if id and (id == ARGV[2]) == one then
    gone[#gone + 1] = id
    call('HDEL', key, field, 'used:' .. id, 'scopes:' .. id)
  elseif not one and string.sub(field, 1, 8) == 'passkey:' then
    call('HDEL', key, field)
  end
end
local token = call('HGET', key, 'token')
if token and (string.sub(token, 1, 16) == ARGV[2]) == one then
  call('HDEL', key, 'token')
end
call('HDEL', key, 'link')
if not one then
  call('HDEL', key, 'codes')
end
if #gone > 0 then
  call('PUBLISH', 'bocage:signed_out', table.concat(gone, ' '))
end
return gone
