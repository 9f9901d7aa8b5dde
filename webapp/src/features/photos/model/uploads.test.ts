import { expect, test } from 'vitest'
import { changed, fitting, moved, type Upload } from './uploads'

const upload = (id: string): Upload => ({ id, file: new File([], id), preview: '', part: 0, error: null })

test('an upload moves on, fails, is tried again and goes', () => {
  let uploads = changed([], { kind: 'added', uploads: [upload('a'), upload('b')] })
  uploads = changed(uploads, { kind: 'moved', id: 'a', part: 0.5 })
  expect(uploads.map(({ part }) => part)).toEqual([0.5, 0])
  uploads = changed(uploads, { kind: 'failed', id: 'a', error: 'broken' })
  expect(uploads[0]).toMatchObject({ error: 'broken' })
  uploads = changed(uploads, { kind: 'retried', id: 'a' })
  expect(uploads[0]).toMatchObject({ part: 0, error: null })
  expect(changed(uploads, { kind: 'gone', id: 'a' }).map(({ id }) => id)).toEqual(['b'])
})

test('only as many files are taken as there is room for', () => {
  const files = ['a', 'b', 'c'].map((name) => new File([], name))
  expect(fitting(files, 2)).toEqual({ taken: files.slice(0, 2), left: 1 })
  expect(fitting(files, -1)).toEqual({ taken: [], left: 3 })
})

test('a photo moves to another place', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
