import { expect, test } from 'vitest'
import { forgetKept } from '@/api/device/member-storage'
import { createPhotoDrafts, superfluous } from './photo-drafts'
import { createDatabases } from '@tests/databases'

createDatabases()

const day = 86_400_000
const photo = () => new Blob(['x'], { type: 'image/jpeg' })

test('a photo is stored for its member and recipient, and read by a later page', async () => {
  const drafts = createPhotoDrafts()
  drafts.writeText('ann', 'bo', '')
  await drafts.writePhoto('ann', 'bo', photo())

  const later = createPhotoDrafts()
  expect(later.readText('ann', 'bo')).toBe('')
  expect(await later.readPhoto('ann', 'bo')).not.toBeNull()
  expect(later.readText('cas', 'bo')).toBeNull()
  expect(await later.readPhoto('cas', 'bo')).toBeNull()
  expect(await later.readPhoto('ann', 'dea')).toBeNull()

  await later.writePhoto('ann', 'bo', null)
  expect(await drafts.readPhoto('ann', 'bo')).toBeNull()
})

test('logging out deletes all photos, also those of a page that has the database open', async () => {
  const drafts = createPhotoDrafts()
  drafts.writeText('ann', 'bo', 'Our boat')
  await drafts.writePhoto('ann', 'bo', photo())

  await forgetKept()

  expect(drafts.readText('ann', 'bo')).toBeNull()
  expect(await drafts.readPhoto('ann', 'bo')).toBeNull()
})

test('the ten newest photos of the last month stay', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const stored = Array.from({ length: 12 }, (_, age) => ({ id: `${age}`, at: now - age * day }))
  expect(superfluous(stored, now)).toEqual(['10', '11'])
  expect(superfluous([{ id: 'old', at: now - 31 * day }], now)).toEqual(['old'])
  expect(superfluous([], now)).toEqual([])
})

test('where the browser refuses IndexedDB, the photo stays in the memory of the page', async () => {
  const { indexedDB } = globalThis
  Object.assign(globalThis, { indexedDB: undefined })
  try {
    const drafts = createPhotoDrafts()
    const chosen = photo()
    await drafts.writePhoto('ann', 'bo', chosen)
    expect(await drafts.readPhoto('ann', 'bo')).toBe(chosen)
  } finally {
    Object.assign(globalThis, { indexedDB })
  }
})
