-- Change a player's hash, if there is one and a field of it is still what the caller read (empty: it is not there).
--   KEYS  player
--   ARGV  that field, what was read, what it becomes (empty: it goes), ids of sign-ins that end (with blanks
--         between them), then fields and values to set
-- Gives 1: done, 0: the field is another by now.
local call, key = redis.call, KEYS[1]
-- A player who was forgotten meanwhile must not come back as a hash that never expires.
if (call('HGET', key, ARGV[1]) or '') ~= ARGV[2] or call('HEXISTS', key, 'created') == 0 then
  return 0
end
if ARGV[3] == '' then
  call('HDEL', key, ARGV[1])
elseif ARGV[3] ~= ARGV[2] then
  call('HSET', key, ARGV[1], ARGV[3])
end
for id in string.gmatch(ARGV[4], '%S+') do
  call('HDEL', key, 'sign-in:' .. id, 'used:' .. id)
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
