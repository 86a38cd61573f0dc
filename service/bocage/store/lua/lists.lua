-- Apply an entry's change to the lists of its shard. All keys carry the shard's tag, so they are in one slot with the
-- log, although only the keys of the log are declared.
--   x: the change, unpacked (x.cold: the match and its row are in cold storage). at: the time of the entry.
local function change_lists(tag, match, x, at)
  local call = redis.call
  if x.secret then
    call('HSET', tag .. ':secrets', match, x.secret)
  end
  if x.row then
    local since = x.at or at
    local row = since .. ' ' .. x.row
    if not x.cold then
      call('HSET', tag .. ':rows', match, row)
      for _, player in ipairs(x.players) do
        call('ZADD', tag .. ':of:' .. player, since, match)
      end
    end
    call(x.called and 'SADD' or 'SREM', tag .. ':called', match)
    if not x.private then
      for _, status in ipairs({'open', 'playing', 'ended'}) do
        if status == x.status and not x.unlisted then
          call('ZADD', tag .. ':' .. status, since, match)
        else
          call('ZREM', tag .. ':' .. status, match)
        end
      end
      -- The list is limited to the newest; older ones are found through their players.
      call('ZREMRANGEBYRANK', tag .. ':ended', 0, -1001)
    end
    -- Nodes show a private match to nobody but its players.
    call('PUBLISH', 'bocage:rows', row)
  end
  if x.scored then
    call('ZADD', tag .. ':scores:' .. x.scored[1], x.scored[2], match)
  end
  if x.points then
    local game, spans, player, score = unpack(x.points)
    for i, span in ipairs(spans) do
      local key = tag .. ':board:' .. game .. ':' .. span
      if i > 1 then
        call('ZINCRBY', key, score, player)
      elseif call('ZADD', key, 'NX', score, player) == 0 then
        break  -- this day is already counted
      end
    end
  end
  if x.rated then
    call('ZADD', tag .. ':rated', x.at or at, x.rated)
  end
  if x.due then
    if x.due < 0 then
      call('ZREM', tag .. ':due', match)
    else
      call('ZADD', tag .. ':due', x.due, match)
    end
  elseif x.due_in then
    call('ZADD', tag .. ':due', at + x.due_in, match)
  end
  for _, wish in ipairs(x.notices or {}) do
    local kind, player, seq, wait = unpack(wish)
    if call('SISMEMBER', tag .. ':wanting', player) == 1 then
      call('ZADD', tag .. ':notices', at + wait, table.concat({kind, player, match, seq, '-', 0}, ' '))
    end
  end
  if x.final and not x.cold then
    call('HDEL', tag .. ':secrets', match)
    call('SADD', tag .. ':closing', match)
  end
end
