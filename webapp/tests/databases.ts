import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'

/** Empty databases for the tests of one file; the next file of the same page has none again (`setup.ts`). */
export function createDatabases() {
  globalThis.indexedDB = new IDBFactory()
}
