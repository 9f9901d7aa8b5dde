import { expect, test } from 'vitest'
import { capped } from './badge'
import { documentTitle } from './page-title'
import { initialsOf } from './photos/photo'

test('the window says how much is new', () => {
  expect(documentTitle('Likes', { site: 'Pairwise', unseen: 5 })).toBe('(5) Likes · Pairwise')
  expect(documentTitle('Likes', { site: 'Pairwise', unseen: 0 })).toBe('Likes · Pairwise')
})

test('a title that names the site stands alone', () => {
  expect(documentTitle('Pairwise – good conversations', { site: 'Pairwise', unseen: 2 })).toBe(
    '(2) Pairwise – good conversations',
  )
})

test('a badge counts to 99', () => {
  expect([1, 99, 100].map(capped)).toEqual(['1', '99', '99+'])
})

test('a name without a photo has initials', () => {
  expect(initialsOf('Anna')).toBe('A')
  expect(initialsOf('Anna Maria de Vries')).toBe('AV')
})
