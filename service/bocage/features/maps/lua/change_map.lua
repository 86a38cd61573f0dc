-- Change one player's copy of a map, and choose the copy that others see: of the shared ones, the oldest.
-- KEYS  the map    ARGV  player, verb (keep, change, remove), copy as JSON, game, text
-- Returns the player whose copy others see; empty: nobody shares the map.
local key, own, verb = KEYS[1], 'of:' .. ARGV[1], ARGV[2]
if verb == 'remove' then
  redis.call('HDEL', key, own)
elseif verb == 'change' then
  if redis.call('HEXISTS', key, own) == 1 then
    redis.call('HSET', key, own, ARGV[3])
  end
elseif redis.call('HSETNX', key, own, ARGV[3]) == 1 then
  redis.call('HSET', key, 'game', ARGV[4], 'text', ARGV[5])
end
local shown, since, copies = '', nil, 0
local fields = redis.call('HGETALL', key)
for at = 1, #fields, 2 do
  if string.sub(fields[at], 1, 3) == 'of:' then
    local copy = cjson.decode(fields[at + 1])
    copies = copies + 1
    if copy.shared and (since == nil or copy.created < since) then
      shown, since = string.sub(fields[at], 4), copy.created
    end
  end
end
if copies == 0 then
  redis.call('DEL', key)
else
  redis.call('HSET', key, 'shown', shown)
end
return shown
