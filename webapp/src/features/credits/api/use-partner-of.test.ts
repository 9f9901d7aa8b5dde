import { expect, test } from 'vitest'
import { chatOf } from './use-partner-of'

test.each([
  ['/chats/c1', { conversation: 'c1' }],
  ['/chats/c1?at=3', { conversation: 'c1' }],
  ['/members/m1/chat', { profile: 'm1' }],
  ['/members/m1/chat?gift=rose', { profile: 'm1' }],
  ['/members/m1', null],
  ['/chats', null],
  ['/members', null],
  [null, null],
])('%s leads to the conversation %o', (path, of) => {
  expect(chatOf(path)).toEqual(of)
})
