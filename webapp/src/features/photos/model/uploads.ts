/** A file on its way to becoming a photo. */
export interface Upload {
  /** The photo's id; a retry has the same, so that it is there once. */
  id: string
  file: File
  /** A picture of it on this device. */
  preview: string
  /** From 0 to 1; at 1 the server is at work. */
  part: number
  /** Why it did not work, until it is tried again. */
  error: unknown
}

export type Change =
  | { kind: 'added'; uploads: Upload[] }
  | { kind: 'moved'; id: string; part: number }
  | { kind: 'failed'; id: string; error: unknown }
  | { kind: 'retried'; id: string }
  | { kind: 'gone'; id: string }

export function changed(uploads: Upload[], change: Change): Upload[] {
  if (change.kind === 'added') return [...uploads, ...change.uploads]
  if (change.kind === 'gone') return uploads.filter((upload) => upload.id !== change.id)
  return uploads.map((upload) => (upload.id === change.id ? { ...upload, ...difference(change) } : upload))
}

function difference(change: Exclude<Change, { kind: 'added' | 'gone' }>): Partial<Upload> {
  if (change.kind === 'moved') return { part: change.part }
  return change.kind === 'failed' ? { error: change.error } : { error: null, part: 0 }
}

/** As many of the files as there is room for, and how many were left out. */
export function fitting(files: File[], room: number): { taken: File[]; left: number } {
  const taken = files.slice(0, Math.max(0, room))
  return { taken, left: files.length - taken.length }
}

export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}
