/** Wrapper of IndexedDB: databases of one table, shared by all tabs. */

/** Unsent messages (`src/outbox`). */
export const unsentDatabase = 'pairwise-outbox'

/** Photos that were chosen in a chat and not sent (`features/chat/api/photo-drafts.ts`). */
export const photoDraftsDatabase = 'pairwise-photo-drafts'
/** Answers that the member saw last (`device-memory.ts`). */
export const rememberedDatabase = 'pairwise-remembered'

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}

/** Calls `onClosed` when the database is closed for its deletion, which logging out in any tab asks for. */
export async function openDatabase(
  name: string,
  version: number,
  table: string,
  onClosed: () => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener(
    'upgradeneeded',
    ({ oldVersion }) => oldVersion === 0 && request.result.createObjectStore(table, { keyPath: 'id' }),
  )
  const database = await answerOf(request)
  database.addEventListener('versionchange', () => {
    database.close()
    onClosed()
  })
  return database
}

/** The names of the databases of this device; none where the browser refuses them or does not say. */
export async function databaseNames(): Promise<(string | undefined)[]> {
  try {
    const databases = await indexedDB.databases()
    return databases.map(({ name }) => name)
  } catch {
    return []
  }
}

/** Resolves as well where the browser has, allows or keeps none: a page that is open closes it a moment later. */
export async function deleteDatabase(name: string): Promise<void> {
  try {
    const request = indexedDB.deleteDatabase(name)
    await new Promise((resolve) =>
      ['success', 'error', 'blocked'].forEach((end) => request.addEventListener(end, resolve)),
    )
  } catch {
    // No databases, so nothing to delete.
  }
}

/** Resolves when it is on the disk, not when it was asked for. */
export function write(database: IDBDatabase, table: string, change: (kept: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error as Error))
    change(transaction.objectStore(table))
  })
}
