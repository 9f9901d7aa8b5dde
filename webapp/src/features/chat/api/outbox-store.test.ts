import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { forgetKept } from '../../../api/member-storage'
import { countUnsent, outboxStore } from './outbox-store'

const item = (id: string, place: number) => ({ id, place, profileId: 'bo', kind: 'text' as const, text: `text ${id}`, credits: 2, at: '2026-11-20T12:00:00Z', state: 'sending' as const })

test('what was being sent waits for the next one who looks, who sees only their own', async () => {
  const store = await outboxStore()
  await store.put('ann', item('a', 1))
  await store.put('cas', item('b', 1))

  expect(await store.all('ann')).toMatchObject([{ id: 'a', text: 'text a', state: 'waiting' }])
  expect(await countUnsent()).toBe(2)
})

test('what is sent is gone, and logging out takes the rest, also from a page that holds it open', async () => {
  const store = await outboxStore()
  await store.put('ann', item('a', 1))
  await store.put('ann', item('b', 2))
  await store.remove(['a'])
  expect((await store.all('ann')).map(({ id }) => id)).toEqual(['b'])

  await forgetKept()

  expect(await countUnsent()).toBe(0)
  expect(await (await outboxStore()).all('ann')).toEqual([])
})
