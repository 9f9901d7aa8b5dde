import { expect, test } from 'vitest'
import { attemptAt, type Offered } from './offers'

const rose: Offered = { kind: 'gift', gift: 'rose', text: '' }
let made = 0
const newId = () => `id-${++made}`

test('the same again goes under the same id, anything else under another', () => {
  const first = attemptAt(null, rose, 0, newId)
  expect(attemptAt(first, { ...rose }, 1_000, newId)).toBe(first)
  expect(attemptAt(first, { ...rose, text: 'For you' }, 1_000, newId).id).not.toBe(first.id)
})

test('what was tried long ago is another gift', () => {
  const first = attemptAt(null, rose, 0, newId)
  expect(attemptAt(first, rose, 3_600_000, newId).id).not.toBe(first.id)
})
