import { describe, expect, test } from 'vitest'
import { aChat, aMessage, messages } from '@tests/chat-makers'
import {
  firstUnread,
  isHistoryCut,
  knownUpTo,
  merged,
  opensGap,
  withMessage,
  withNewer,
  withOlder,
  withOwnRead,
  withPartnerRead,
} from './timeline'

const seqs = (list: { seq: number }[]) => list.map(({ seq }) => seq)

describe('merging', () => {
  test('in any order of delivery, messages are listed once and by seq', () => {
    const arrivals = [aMessage(3), aMessage(1), aMessage(2), aMessage(3), aMessage(1)]
    expect(seqs(arrivals.reduce((known, message) => merged(known, [message]), messages(2, 2)))).toEqual([1, 2, 3])
  })

  test('of two versions of a message the later one counts', () => {
    expect(merged([aMessage(1)], [aMessage(1, { text: 'Changed' })])[0]?.text).toBe('Changed')
  })

  test('the earlier state is not mutated', () => {
    const known = messages(1, 2)
    merged(known, [aMessage(3)])
    expect(seqs(known)).toEqual([1, 2])
  })
})

describe('gaps', () => {
  test('the next message opens no gap', () => {
    expect(opensGap(aChat(), aMessage(4))).toBe(false)
  })

  test('a known message opens no gap', () => {
    expect(opensGap(aChat(), aMessage(2))).toBe(false)
  })

  test('a message that skips others opens a gap', () => {
    expect(opensGap(aChat(), aMessage(6))).toBe(true)
  })

  test('the difference is asked for from before the gap', () => {
    const torn = withMessage(aChat(), aMessage(6))
    expect(seqs(torn.messages)).toEqual([1, 2, 3, 6])
    expect(knownUpTo(torn)).toBe(3)
  })

  test('the answer closes it', () => {
    const torn = withMessage(aChat(), aMessage(6))
    const whole = withNewer(torn, aChat({ messages: messages(4, 7) }))
    expect(seqs(whole.messages)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(knownUpTo(whole)).toBe(7)
  })

  test('a chat that was emptied goes on from its last seq', () => {
    const emptied = aChat({ messages: [], last_seq: 57 })
    expect(knownUpTo(emptied)).toBe(57)
    expect(opensGap(emptied, aMessage(58))).toBe(false)
  })

  test('a history that begins late has no gap before it', () => {
    expect(knownUpTo(aChat({ messages: messages(40, 44) }))).toBe(44)
  })
})

describe('pages', () => {
  test('older ones come in front and say whether there are more', () => {
    const chat = withOlder(
      aChat({ messages: messages(51, 60), has_older: true }),
      aChat({ messages: messages(41, 50), has_older: false }),
    )
    expect(seqs(chat.messages).at(0)).toBe(41)
    expect(chat.has_older).toBe(false)
  })

  test('newer messages do not change whether there are older ones', () => {
    const chat = withNewer(
      aChat({ messages: messages(51, 60), has_older: true }),
      aChat({ messages: messages(61, 62), has_older: false }),
    )
    expect(chat.has_older).toBe(true)
    expect(chat.last_seq).toBe(62)
  })

  test('a message removed meanwhile, here or elsewhere, is not shown again', () => {
    const known = aChat({ messages: messages(1, 3) })
    const begunAnew = withNewer(known, aChat({ messages: [aMessage(4)], removed_before_seq: 3 }))
    expect(seqs(begunAnew.messages)).toEqual([4])
    expect(isHistoryCut(begunAnew)).toBe(false)
    expect(withNewer(known, aChat({ messages: [], last_seq: 3, removed_before_seq: 3 })).messages).toEqual([])
  })

  test('a late answer does not reset the read position', () => {
    const known = aChat({ partner_read_seq: 3, own_read_seq: 3 })
    const late = withNewer(known, aChat({ messages: [], last_seq: 3, partner_read_seq: 1, own_read_seq: 2 }))
    expect(late).toMatchObject({ partner_read_seq: 3, own_read_seq: 3 })
  })

  test('the history is cut when it begins later than the conversation', () => {
    expect(isHistoryCut(aChat({ messages: messages(40, 44) }))).toBe(true)
    expect(isHistoryCut(aChat({ messages: messages(40, 44), has_older: true }))).toBe(false)
    expect(isHistoryCut(aChat())).toBe(false)
    expect(isHistoryCut(aChat({ messages: [] }))).toBe(false)
    expect(isHistoryCut(aChat({ messages: [], last_seq: 9 }))).toBe(true)
  })
})

describe('reading', () => {
  test('goes forward only', () => {
    const chat = aChat({ partner_read_seq: 2, own_read_seq: 2 })
    expect(withPartnerRead(chat, 1)).toBe(chat)
    expect(withPartnerRead(chat, 3).partner_read_seq).toBe(3)
    expect(withOwnRead(chat, 1)).toBe(chat)
  })

  test("begins at the partner's first unread message, not at an own message", () => {
    const said = [aMessage(1), aMessage(2, { own: true }), aMessage(3), aMessage(4)]
    expect(firstUnread(aChat({ messages: said, own_read_seq: 1 }))).toBe('m3')
    expect(firstUnread(aChat({ messages: said, own_read_seq: 4 }))).toBeNull()
  })
})

test('a first message from the other side makes the conversation known', () => {
  const stranger = aChat({ conversation: null, messages: [], last_seq: 0 })
  expect(withMessage(stranger, aMessage(1)).conversation).toEqual({ id: 'c1' })
})
