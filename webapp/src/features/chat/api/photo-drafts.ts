import { answerOf, openDatabase, photoDraftsDatabase, write } from '@/api/device/database'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'

const table = 'photos'
/** Age after which a photo that was never sent is deleted, in milliseconds: the same as for unsent messages. */
const expiresAfter = 30 * 86_400_000
/** Photos on this device, of all members: the newest stay. */
const most = 10

interface Stored {
  id: string
  photo: Blob
  /** Milliseconds since the epoch. */
  at: number
}

const idOf = (memberId: Id, profileId: Id) => `${memberId}:${profileId}`
const nameOf = (profileId: Id) => `photo:${profileId}`

/** Ids of the photos that have expired, or are older than as many as stay. */
export function superfluous(stored: readonly Pick<Stored, 'id' | 'at'>[], now: number): string[] {
  return stored
    .toSorted((one, other) => other.at - one.at)
    .filter(({ at }, position) => position >= most || now - at > expiresAfter)
    .map(({ id }) => id)
}

function removeSuperfluous(photos: IDBObjectStore): void {
  const all = photos.getAll() as IDBRequest<Stored[]>
  all.addEventListener('success', () => superfluous(all.result, Date.now()).forEach((id) => photos.delete(id)))
}

/**
 * Photos that were chosen and not sent, one for each recipient. The photo is in IndexedDB or, where the browser refuses
 * it, in the memory of this page. The description is in the storage of the member, which is read without a wait: the
 * place of the photo is reserved before the first paint. Logging out deletes both.
 */
export function createPhotoDrafts() {
  const memory = new Map<string, Blob>()
  let opening: Promise<IDBDatabase> | null = null
  const open = () => {
    opening ??= openDatabase(photoDraftsDatabase, 1, table, () => (opening = null))
    opening.catch(() => (opening = null))
    return opening
  }
  async function change(act: (photos: IDBObjectStore) => void): Promise<void> {
    await write(await open(), table, act)
  }
  return {
    /** The description; null without a photo. */
    readText: (memberId: Id, profileId: Id) => kept<string>(memberId, nameOf(profileId)),
    /** Null removes the mark that there is a photo. */
    writeText: (memberId: Id, profileId: Id, text: string | null) => keep(memberId, nameOf(profileId), text),
    async readPhoto(memberId: Id, profileId: Id): Promise<Blob | null> {
      const id = idOf(memberId, profileId)
      const inMemory = memory.get(id)
      if (inMemory) return inMemory
      try {
        await change(removeSuperfluous)
        const database = await open()
        const photos = database.transaction(table).objectStore(table)
        return (await answerOf(photos.get(id) as IDBRequest<Stored | undefined>))?.photo ?? null
      } catch {
        return null
      }
    },
    /** Null deletes it. */
    async writePhoto(memberId: Id, profileId: Id, photo: Blob | null): Promise<void> {
      const id = idOf(memberId, profileId)
      memory.delete(id)
      try {
        await change((photos) => {
          if (photo) photos.put({ id, photo, at: Date.now() } satisfies Stored)
          else photos.delete(id)
          removeSuperfluous(photos)
        })
      } catch {
        if (photo) memory.set(id, photo)
      }
    },
  }
}
