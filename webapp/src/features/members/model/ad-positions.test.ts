import { expect, test } from 'vitest'
import { adAfter } from './ad-positions'

const positions = (tiles: string[], members = 80) =>
  Array.from({ length: members }, (_, position) => adAfter(tiles, position, members)).flatMap((tile, position) =>
    tile ? [[position, tile]] : [],
  )

test('advertisements stand one a page, in turn', () => {
  expect(positions(['a', 'b'])).toEqual([
    [6, 'a'],
    [30, 'b'],
    [54, 'a'],
    [78, 'b'],
  ])
})

test('of a few members the last comes before an advertisement', () => {
  expect(positions(['a', 'b'], 2)).toEqual([[1, 'a']])
})

test('without tiles there are none', () => {
  expect(positions([])).toEqual([])
})
