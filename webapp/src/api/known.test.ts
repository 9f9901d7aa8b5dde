import { unstable_serialize } from 'swr/infinite'
import { expect, test } from 'vitest'
import { cacheOf } from './known'

test('an answer that came with the page is in the cache under its key', () => {
  expect([...cacheOf({ '/api/likes.php': { profiles: [] } })]).toEqual([
    ['/api/likes.php', { data: { profiles: [] }, isLoading: false }],
  ])
})

test('the first page of a search is in the cache as an endless list of one page', () => {
  const key = '/api/search.php?country=NL'
  const list = cacheOf({ [key]: { profiles: [] } }).get(unstable_serialize(() => key))
  expect(list).toEqual({ data: [{ profiles: [] }], isLoading: false })
})
