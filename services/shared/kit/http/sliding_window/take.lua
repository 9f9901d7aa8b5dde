-- Count one call in every window, or in none. One atomic round trip, by Redis' own clock.
-- KEYS: for each window its counts, then for each window the mark that its refusal was logged.
-- ARGV: for each window: most, milliseconds, item ('' counts calls; '+' and shown items of 32 characters each count these
-- by a HyperLogLog for each slice; anything else counts different items).
-- Returns {0, 0, 0}, or {number of the refusing window, milliseconds to wait, 1 if not yet logged}.
local SLICES = 12
local windows = #KEYS / 2
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local refusing, longest = 0, 0

local function wait_for_item(key, most, span, item)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - span)
  if redis.call('ZSCORE', key, item) or redis.call('ZCARD', key) < most then return 0 end
  return redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] + span - now
end

-- A window's counts are one packed list: the number of the newest slice, its count, that of the slice before, and so on.
-- Returns the list moved on to now, and the milliseconds to wait.
local function slices_of(key, most, width)
  local current = math.floor(now / width)
  local slices, left = {current}, 0
  for i = 2, SLICES + 2 do slices[i] = 0 end
  local packed = redis.call('GET', key)
  if packed then
    local kept = cmsgpack.unpack(packed)
    -- Never backwards, if the clock was set.
    current = math.max(current, kept[1])
    slices[1] = current
    local moved = current - kept[1]
    for i = 2, SLICES + 2 - moved do
      slices[i + moved] = kept[i]
      left = left + kept[i]
    end
  end
  local wait, oldest = 0, SLICES + 2
  while left >= most do
    left = left - slices[oldest]
    if slices[oldest] > 0 then wait = (current - (oldest - 2) + SLICES + 1) * width - now end
    oldest = oldest - 1
  end
  return slices, wait
end

-- The shown items of a window: the keys of its slices, newest first, and the milliseconds to wait.
local function shown_in(key, most, width)
  local current = math.floor(now / width)
  local names = {}
  for i = 0, SLICES do names[i + 1] = key .. ':' .. (current - i) end
  local left, wait = redis.call('PFCOUNT', unpack(names)), 0
  for oldest = SLICES, 0, -1 do
    if left < most then break end
    wait = (current - oldest + SLICES + 1) * width - now
    left = oldest > 0 and redis.call('PFCOUNT', unpack(names, 1, oldest)) or 0
  end
  return names, wait
end

local slices, shown = {}, {}
for i = 1, windows do
  local most, span, item = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), ARGV[3 * i]
  local wait
  if item == '' then
    slices[i], wait = slices_of(KEYS[i], most, span / SLICES)
  elseif string.sub(item, 1, 1) == '+' then
    shown[i], wait = shown_in(KEYS[i], most, span / SLICES)
  else
    wait = wait_for_item(KEYS[i], most, span, item)
  end
  if wait > longest then refusing, longest = i, wait end
end
if refusing > 0 then
  local told = redis.call('SET', KEYS[windows + refusing], 1, 'NX', 'PX', ARGV[3 * refusing - 1])
  return {refusing, math.ceil(longest), told and 1 or 0}
end
for i = 1, windows do
  local lasts = math.ceil(ARGV[3 * i - 1] * (SLICES + 1) / SLICES)
  if slices[i] then
    slices[i][2] = slices[i][2] + 1
    redis.call('SET', KEYS[i], cmsgpack.pack(slices[i]), 'PX', lasts)
  elseif shown[i] then
    local items = {}
    for one in string.gmatch(string.sub(ARGV[3 * i], 2), string.rep('.', 32)) do items[#items + 1] = one end
    redis.call('PFADD', shown[i][1], unpack(items))
    redis.call('PEXPIRE', shown[i][1], lasts)
  else
    redis.call('ZADD', KEYS[i], 'NX', now, ARGV[3 * i])
    redis.call('PEXPIRE', KEYS[i], lasts)
  end
end
return {0, 0, 0}
