import { expect, test, vi } from 'vitest'
import { forgetKept } from '@/api/device/member-storage'
import { answerOf, openDatabase, write } from '@/api/device/database'
import { countUnsent } from './database'
import { deviceStore, indexedDbStore, memoryStore } from './store'
import { createDatabases } from '@tests/databases'

createDatabases()

const item = (id: string, position: number) => ({
  id,
  position,
  profileId: 'bo',
  kind: 'text' as const,
  text: `text ${id}`,
  credits: 2,
  at: '2026-11-20T12:00:00Z',
  state: 'sending' as const,
})

test('a message being sent is stored as waiting, and each member reads only their own', async () => {
  const store = deviceStore()
  await store.put('ann', item('a', 1))
  await store.put('cas', item('b', 1))

  expect(await store.all('ann')).toMatchObject([{ id: 'a', text: 'text a', state: 'waiting' }])
  expect(await countUnsent()).toBe(2)
})

test('logging out deletes all messages, also those of a page that has the database open', async () => {
  const store = deviceStore()
  await store.put('ann', item('a', 1))
  await store.put('ann', item('b', 2))
  await store.remove(['a'])
  expect((await store.all('ann')).map(({ id }) => id)).toEqual(['b'])

  await forgetKept()

  expect(await countUnsent()).toBe(0)
  expect(await store.all('ann')).toEqual([])
})

/** The records as the release before reads and writes them. */
const raw = () => openDatabase('pairwise-outbox', 2, 'messages', () => undefined)

test('a record of the release before is read, and a record of this release has all its fields', async () => {
  const record = {
    id: 'old',
    memberId: 'dea',
    profileId: 'bo',
    kind: 'photo',
    photo: new Blob(['x']),
    text: '',
    credits: 4,
    at: '2026-11-20T12:00:00Z',
    place: 7,
    state: 'failed',
    reason: { code: 'photo_broken', message: '' },
    waited: true,
    notBefore: 5,
    part: undefined,
  }
  const database = await raw()
  await write(database, 'messages', (messages) => messages.put(record))
  const store = deviceStore()

  const [message] = await store.all('dea')
  expect(message).toMatchObject({ position: 7, state: 'failed', waited: true, notBefore: 5, kind: 'photo' })
  await store.put('dea', { ...message!, id: 'new' }, 'old')

  const stored = await answerOf(database.transaction('messages').objectStore('messages').getAll())
  expect(stored.filter(({ memberId }) => memberId === 'dea')).toEqual([
    { ...record, id: 'new', photo: expect.anything(), progress: undefined },
  ])
  database.close()
})

test('a record of the first version is a text without a price', async () => {
  const database = await raw()
  const first = { id: 'v1', memberId: 'eva', profileId: 'bo', text: 'hi', at: '2026-11-20T12:00:00Z', place: 1 }
  await write(database, 'messages', (messages) => messages.put({ ...first, state: 'waiting' }))
  expect(await deviceStore().all('eva')).toMatchObject([{ kind: 'text', credits: 0, position: 1, text: 'hi' }])
  database.close()
})

test.each([
  ['IndexedDB', indexedDbStore],
  ['memory', memoryStore],
])('the store in %s replaces a message in one step and names its members', async (_, make) => {
  const store = make()
  await store.put('fay', item('one', 1))
  await store.put('fay', item('two', 1), 'one')
  expect((await store.all('fay')).map(({ id }) => id)).toEqual(['two'])
  expect(await store.members()).toContain('fay')
})

test('a browser that refuses IndexedDB keeps messages in the page', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const store = deviceStore()
  await store.put('gia', item('a', 1))
  expect((await store.all('gia')).map(({ id }) => id)).toEqual(['a'])
  await expect(indexedDbStore().all('gia')).rejects.toThrow('denied')
  open.mockRestore()
})
