import { expect, test } from 'vitest'
import { isEarly, sharingOf } from './sharing'

test.each([
  ['Call me: +31 6 1234 5678', 'phone'],
  ['0612345678', 'phone'],
  ['I am ann@example.org', 'address'],
  ['NL91 ABNA 0417 1643 00', 'account'],
  ['Can you lend me €50?', 'money'],
  ['only 200 euro', 'money'],
] as const)('%s is noticed', (text, sharing) => expect(sharingOf(text)).toBe(sharing))

test.each(['See you at 8.30', 'I was born on 12-05-1988', '2026-11-20 suits me', 'Room 12345', 'Message 2', ''])(
  '%s is not',
  (text) => expect(sharingOf(text)).toBeNull(),
)

test('it is early before the first message and in the first days', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(isEarly(null, now)).toBe(true)
  expect(isEarly('2026-11-18T12:00:00Z', now)).toBe(true)
  expect(isEarly('2026-11-10T12:00:00Z', now)).toBe(false)
})
