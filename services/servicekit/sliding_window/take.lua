-- Count one call in every window, or in none. One atomic round trip, by Redis' own clock.
-- KEYS: for each window its counts, then for each window the mark that its refusal was logged.
-- ARGV: for each window: most, milliseconds, item ('' counts calls, anything else counts different items).
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

local function wait_for_slice(key, most, width)
  local current = math.floor(now / width)
  local fields, slices, left, gone = redis.call('HGETALL', key), {}, 0, {}
  for i = 1, #fields, 2 do
    local number, count = tonumber(fields[i]), tonumber(fields[i + 1])
    if number < current - SLICES then
      gone[#gone + 1] = fields[i]
    else
      slices[#slices + 1] = {number, count}
      left = left + count
    end
  end
  if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  table.sort(slices, function(one, other) return one[1] < other[1] end)
  local wait = 0
  for _, slice in ipairs(slices) do
    if left < most then break end
    left = left - slice[2]
    wait = (slice[1] + SLICES + 1) * width - now
  end
  return wait
end

for i = 1, windows do
  local most, span, item = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), ARGV[3 * i]
  local wait = item == '' and wait_for_slice(KEYS[i], most, span / SLICES) or 0
  if item ~= '' then wait = wait_for_item(KEYS[i], most, span, item) end
  if wait > longest then refusing, longest = i, wait end
end
if refusing > 0 then
  local told = redis.call('SET', KEYS[windows + refusing], 1, 'NX', 'PX', ARGV[3 * refusing - 1])
  return {refusing, math.ceil(longest), told and 1 or 0}
end
for i = 1, windows do
  local span, item = tonumber(ARGV[3 * i - 1]), ARGV[3 * i]
  if item ~= '' then
    redis.call('ZADD', KEYS[i], 'NX', now, item)
  else
    redis.call('HINCRBY', KEYS[i], string.format('%.0f', math.floor(now / (span / SLICES))), 1)
  end
  redis.call('PEXPIRE', KEYS[i], math.ceil(span * (SLICES + 1) / SLICES))
end
return {0, 0, 0}
