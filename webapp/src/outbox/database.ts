import { answerOf, openDatabase, unsentDatabase } from '@/api/device/database'

export const table = 'messages'
// Version 1 held texts only, and its worker would send a photo as a text: it cannot open version 2.
const version = 2

/** Opens the database of unsent messages. `onClosed` runs when another page deletes it, which logging out does. */
export const openMessages = (onClosed: () => void): Promise<IDBDatabase> =>
  openDatabase(unsentDatabase, version, table, onClosed)

/** Count of the messages on this device, of all members. */
export async function countUnsent(): Promise<number> {
  const database = await openMessages(() => undefined)
  try {
    return await answerOf(database.transaction(table).objectStore(table).count())
  } finally {
    database.close()
  }
}
