-- The server's rules of leases, in one step on one key. Lua's numbers hold milliseconds and counts
-- exactly; nodes are counted from the namespace's first node.
-- KEYS[1] 'sortid:{NAME}'
-- ARGV    1 operation: take, renew, close, create, guard; 2 kind, 3 first node, 4 number of nodes,
--         5 lease term, 6 margin of the namespace, which is created if absent; 7 the agent's
--         clock; 8 holder; then the operation's own arguments.
-- Returns {'granted', node, from, until, count, now}, {'closed', now}, {'quiet', floor, now},
--         {'clocks', now}, {'superseded', now}, {'run_out', now},
--         {'exhausted', next, now, node, used, free, holder, ...}, {'done', now};
--         {'foreign', 'kind'}, 'nodes', 'stretch' or 'margin' if the namespace differs in that.
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local what, holder = ARGV[1], ARGV[8]
local key, tolerance = KEYS[1], 10000

local function int(number) return string.format('%.0f', number) end
local function run_id() return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') end

-- Reads the namespace. A missing one is created with a recovery floor, as if it had been lost.
local ns = redis.call('HMGET', key, 'kind', 'first', 'nodes', 'stretch', 'margin', 'floor', 'server')
local is_new = not ns[1]
if is_new then
  local floor = now + ARGV[5] + 2 * ARGV[6]
  if what == 'create' and ARGV[9] == 'new' then floor = 0 end
  ns = {ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], int(floor), run_id()}
  redis.call('HSET', key, 'kind', ns[1], 'first', ns[2], 'nodes', ns[3], 'stretch', ns[4], 'margin', ns[5], 'floor', ns[6], 'server', ns[7])
end
if ns[1] ~= ARGV[2] then return {'foreign', 'kind'} end
if ns[2] ~= ARGV[3] or ns[3] ~= ARGV[4] then return {'foreign', 'nodes'} end
local nodes, stretch, margin, floor = tonumber(ns[3]), tonumber(ns[4]), tonumber(ns[5]), tonumber(ns[6])

local function raise_floor()
  floor = math.max(floor, now + stretch + 2 * margin)
  redis.call('HSET', key, 'floor', int(floor))
end
local function settle()
  local server = run_id()
  if ns[7] ~= server then
    raise_floor()
    redis.call('HSET', key, 'server', server)
  end
end

-- A row: until, grant, count, since, renewed, used, holder. A missing row was never granted.
local function read(text)
  if not text then return {0, '0', 0, '-', '-', '-', ''} end
  local u, g, c, s, r, d, h = string.match(text, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (.*)$')
  return {tonumber(u), g, tonumber(c), s, r, d, h}
end
local function row(node) return read(redis.call('HMGET', key, 'n' .. int(node))[1]) end
local function write(node, r)
  redis.call('HSET', key, 'n' .. int(node), table.concat({int(r[1]), r[2], int(r[3]), r[4], r[5], r[6], r[7]}, ' '))
end
local function free(r)
  if r[2] == '0' then return r[1] end
  return r[1] + margin
end
local function is_mine(r, mine)
  return r[2] ~= '0' and string.find(' ' .. mine .. ' ', ' ' .. r[2] .. ' ', 1, true) ~= nil
end

if what == 'create' then
  if tonumber(ARGV[5]) < stretch then return {'foreign', 'stretch'} end
  if tonumber(ARGV[6]) < margin then return {'foreign', 'margin'} end
  -- The floor stays a grace period after the time at which it was raised.
  if floor > 0 then floor = floor + ARGV[5] - stretch + 2 * (ARGV[6] - margin) end
  stretch, margin = tonumber(ARGV[5]), tonumber(ARGV[6])
  redis.call('HSET', key, 'stretch', ARGV[5], 'margin', ARGV[6], 'floor', int(floor))
  settle()
  return {'done', now}
end
if what == 'guard' then
  raise_floor()
  return {'done', now}
end
-- close: 9 node, 10 the file's ids, 11 the end of the last used millisecond
if what == 'close' then
  local r = row(ARGV[9])
  if is_mine(r, ARGV[10]) then
    r[1], r[2] = tonumber(ARGV[11]), '0'
    write(ARGV[9], r)
  end
  return {'closed', now}
end

if what == 'take' then settle() end
if math.abs(now - ARGV[7]) > tolerance then return {'clocks', now} end

-- renew: 9 new id, 10 node, 11 the file's ids, 12 the file's end, 13 the file's count, 14 time of
-- the last id or '-'
if what == 'renew' then
  local r, my_until, my_count = row(ARGV[10]), tonumber(ARGV[12]), tonumber(ARGV[13])
  local is_forgotten = r[3] < my_count
  -- Do not raise the floor again for a lease that was granted before it was raised.
  if is_forgotten and my_until + 2 * margin >= floor then raise_floor() end
  if not is_forgotten and not is_mine(r, ARGV[11]) then return {'superseded', now} end
  if my_until <= now then
    -- For a margin after its end, if this server has served since before the end.
    local is_kept = is_mine(r, ARGV[11]) and now < r[1] + margin
    local is_same = ns[7] == run_id() and floor - stretch - 2 * margin < r[1]
    if not (is_kept and is_same) then return {'run_out', now} end
  end
  local since = r[4]
  if since == '-' then since = int(now) end
  local new = {math.max(r[1], my_until, now + stretch), ARGV[9], math.max(r[3], my_count) + 1, since, int(now), ARGV[14], holder}
  write(ARGV[10], new)
  return {'granted', tonumber(ARGV[10]), my_until, new[1], new[3], now}
end

-- take: 9 new id, 10 wanted node or '-', 11 a random number
if what ~= 'take' then return redis.error_reply('sortid: unknown request') end
if now < floor then return {'quiet', floor, now} end
local picked, best
local function try(node)
  local r = row(node)
  if free(r) <= now and (not best or r[1] < best[1]) then picked, best = node, r end
end
local wanted = tonumber(ARGV[10])
if wanted and wanted < nodes then try(wanted) end
if not best then
  -- Of 16 random nodes, the one unused longest. Checking all nodes takes a millisecond per
  -- thousand.
  math.randomseed(tonumber(ARGV[11]))
  for _ = 1, 16 do try(math.random(0, nodes - 1)) end
end
if not best then
  for node = 0, nodes - 1 do try(node) end
end
if not best then
  local rows, next = {}, nil
  for node = 0, nodes - 1 do
    local r = row(node)
    rows[#rows + 1] = {node, tonumber(r[6]) or 0, free(r), r[7]}
    next = math.min(next or free(r), free(r))
  end
  table.sort(rows, function(a, b) return a[2] < b[2] end)
  local answer = {'exhausted', next, now}
  for i = 1, math.min(5, #rows) do
    for _, value in ipairs(rows[i]) do answer[#answer + 1] = value end
  end
  return answer
end
local from = math.max(best[1], floor, now - tolerance)
local new = {now + stretch, ARGV[9], best[3] + 1, int(now), int(now), '-', holder}
write(picked, new)
return {'granted', picked, from, new[1], new[3], now}
