import { expect, test } from 'vitest'
import { answerOf, openDatabase, write, rememberedDatabase } from './database'
import { createDeviceMemory } from './device-memory'
import { forgetKept, forgetRemembered } from './member-storage'
import type { User } from '@/api/types'
import { createDatabases } from '@tests/databases'

createDatabases()

const aUser = (id: string) => ({ id, name: id, email: `${id}@example.org`, credits: 18, paid_user: true }) as User
const { forgetWhere, recall, remember, rememberMember } = createDeviceMemory()
const ids = async () => (await recall()).map(({ id }) => id).toSorted()

test('cached answers stay until another member logs in on this device', async () => {
  await rememberMember(aUser('ann'))
  await remember('ann', 'list', ['/api/chats.php'], { chats: [] })
  await rememberMember({ ...aUser('ann'), credits: 16 })
  expect(await ids()).toEqual(['list', 'member'])

  await rememberMember(aUser('cas'))

  expect(await recall()).toMatchObject([{ id: 'member', data: { id: 'cas' } }])
})

test('cached answers in the format of an earlier release are ignored and deleted at the next visit', async () => {
  await rememberMember(aUser('ann'))
  const database = await openDatabase(rememberedDatabase, 1, 'entries', () => undefined)
  for (const entry of await recall()) await write(database, 'entries', (kept) => void kept.put({ ...entry, shape: 0 }))
  await write(database, 'entries', (kept) => void kept.put({ id: 'old', keys: [], data: {}, at: '', shape: 0 }))
  expect(await ids()).toEqual([])

  await rememberMember(aUser('ann'))

  expect(await answerOf(database.transaction('entries').objectStore('entries').getAllKeys())).toEqual(['member'])
  database.close()
})

test('the address of a member is not kept', async () => {
  await rememberMember(aUser('ann'))
  expect(JSON.stringify(await recall())).not.toContain('example.org')
})

test('a page of a logged-out member writes nothing to the cache, also after the cache was cleared', async () => {
  await rememberMember(aUser('cas'))
  await remember('ann', 'chat', [], { text: 'hers' })
  expect(await ids()).toEqual(['member'])

  await forgetRemembered()
  await remember('cas', 'chat', [], { text: 'his' })

  expect(await ids()).toEqual([])
})

test('single cached answers are deleted, of this member only', async () => {
  await rememberMember(aUser('ann'))
  await remember('ann', 'one', ['a'], 1)
  await remember('ann', 'two', ['b'], 2)
  await forgetWhere('cas', () => true)
  await forgetWhere('ann', ({ keys }) => keys.includes('a'))
  expect(await ids()).toEqual(['member', 'two'])
})

test('logging out deletes the whole cache', async () => {
  await rememberMember(aUser('ann'))
  await forgetKept()
  expect(await ids()).toEqual([])
})
