import { expect, test } from 'vitest'
import { adAfter } from './ad-places'

const places = (tiles: string[], members = 80) =>
  Array.from({ length: members }, (_, place) => adAfter(tiles, place, members)).flatMap((tile, place) =>
    tile ? [[place, tile]] : [],
  )

test('advertisements stand one a page, in turn', () => {
  expect(places(['a', 'b'])).toEqual([
    [6, 'a'],
    [30, 'b'],
    [54, 'a'],
    [78, 'b'],
  ])
})

test('of a few members the last comes before an advertisement', () => {
  expect(places(['a', 'b'], 2)).toEqual([[1, 'a']])
})

test('without tiles there are none', () => {
  expect(places([])).toEqual([])
})
