import { expect, test } from 'vitest'
import { changedValues } from './changed-values'

test('only changed fields are listed, with lists and objects as text', () => {
  expect(changedValues({ a: 1, b: 'x', c: [1] }, { a: 1, b: 'y', c: [1, 2] })).toEqual([
    { name: 'b', before: 'x', after: 'y' },
    { name: 'c', before: '[1]', after: '[1,2]' },
  ])
})

test('a created object has no earlier state, a deleted one no later state', () => {
  expect(changedValues(null, { name: 'northwind', hosts: null })).toEqual([
    { name: 'name', before: '', after: 'northwind' },
  ])
  expect(changedValues({ is_on: false }, null)).toEqual([{ name: 'is_on', before: 'false', after: '' }])
})
