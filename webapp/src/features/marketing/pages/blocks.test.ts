import { expect, test } from 'vitest'
import { countOf, emptyBlock, itemsIn, moved, trimmedBlock, withCount, withField } from './blocks'

test('a block has as many items in every language', () => {
  const german = withField(withCount(emptyBlock('points'), 3), 'de', 1, 'title', 'Nah ')
  expect(countOf(german)).toBe(2)
  const more = withCount(german, 3)
  expect(itemsIn(more, 'en')).toHaveLength(3)
  expect(itemsIn(more, 'de')[1]).toEqual({ title: 'Nah ' })
})

test('the server gets whole items, trimmed, and no language without a text', () => {
  const block = withField(withField(emptyBlock('questions'), 'en', 0, 'question', ' Why? '), 'de', 0, 'answer', ' ')
  expect(trimmedBlock(block)).toEqual({ kind: 'questions', words: { en: [{ question: 'Why?', answer: '' }] } })
  expect(trimmedBlock(withField(emptyBlock('call'), 'nl', 0, 'call', 'Kom '))).toEqual({
    kind: 'call',
    words: { nl: 'Kom' },
  })
})

test('a block is moved to its new place', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
