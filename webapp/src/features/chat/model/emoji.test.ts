import { expect, test } from 'vitest'
import { emojiGroups, isFewEmoji, withRecent } from './emoji'

const all = Object.values(emojiGroups).flat()

test('each emoji is offered once, and is one by the rule for messages', () => {
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((emoji) => !isFewEmoji(emoji))).toEqual([])
})

test('the last sixteen that were chosen are kept, each once, the newest first', () => {
  expect(withRecent(['😀', '🔥', '🎁'], '🔥')).toEqual(['🔥', '😀', '🎁'])
  expect(withRecent(all.slice(0, 16), '💯')).toEqual(['💯', ...all.slice(0, 15)])
})

test.each(['😀', '❤️', '❤️ 🔥', '👍🏽👍🏿👍', '👨‍👩‍👧‍👦', '👩‍❤️‍💋‍👨', '🇩🇰', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '1️⃣', '❤️‍🔥', '✌🏽'])(
  '%s is a message of few emoji',
  (text) => {
    expect(isFewEmoji(text)).toBe(true)
  },
)

test.each(['', 'hi', '😀 hi', '1', '123', '#', '™', '©', '😀😀😀😀', '🇩', ':)', '❤'])(
  '%s is a message like any other',
  (text) => {
    expect(isFewEmoji(text)).toBe(false)
  },
)
