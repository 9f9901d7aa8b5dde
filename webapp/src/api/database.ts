/** As much of IndexedDB as is used here: databases of one table, which all tabs share. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}

/** `onClosed` is told when it is taken away, which whoever logs out does: no tab must hold it then. */
export async function openDatabase(name: string, version: number, table: string, onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => oldVersion === 0 && request.result.createObjectStore(table, { keyPath: 'id' }))
  const held = await answerOf(request)
  held.addEventListener('versionchange', () => {
    held.close()
    onClosed()
  })
  return held
}

/** Resolves when it is on the disk, not when it was asked for. */
export function write(held: IDBDatabase, table: string, change: (kept: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = held.transaction(table, 'readwrite')
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error as Error))
    change(transaction.objectStore(table))
  })
}
