import { expect, test } from 'vitest'
import { createKeyValue } from './storage'
import { exclusively } from './tabs'

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

/** A storage that holds what it has and takes nothing more. */
function full(stored: Record<string, string>): Storage {
  const storage = Object.create({
    getItem: (key: string) => stored[key] ?? null,
    removeItem: (key: string) => void delete stored[key],
    clear: () => Object.keys(stored).forEach((key) => delete stored[key]),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  }) as Storage
  return Object.assign(storage, stored)
}

test.each<[string, () => Storage]>([
  ['absent', () => null as unknown as Storage],
  ['refused', refused],
  ['full', () => full({})],
])('values are in memory where storage is %s', (_, storageOf) => {
  const values = createKeyValue(storageOf)
  values.set('answers', 'Ann')
  values.set('draft', 'Hello')
  expect([values.get('answers'), values.keys()]).toEqual(['Ann', ['answers', 'draft']])
  values.remove('answers')
  expect(values.get('answers')).toBeNull()
  values.clear()
  expect(values.keys()).toEqual([])
})

test('a value that could not be replaced does not come back with the next page', () => {
  const stored = { consent: 'yes' }
  createKeyValue(() => full(stored)).set('consent', 'no')
  expect(createKeyValue(() => full(stored)).get('consent')).toBeNull()
})

test('work goes on where locks are missing or refused, and fails once where it fails itself', async () => {
  const locks = { request: async () => refused() } as unknown as LockManager
  expect(await exclusively(locks, 'outbox', async () => 'sent')).toBe('sent')
  expect(await exclusively(undefined, 'outbox', async () => 'sent')).toBe('sent')

  const held = { request: async (_: string, act: () => Promise<unknown>) => act() } as unknown as LockManager
  let tries = 0
  const failing = async () => {
    tries += 1
    throw new Error('no network')
  }
  await expect(exclusively(held, 'outbox', failing)).rejects.toThrow('no network')
  expect(tries).toBe(1)
})
