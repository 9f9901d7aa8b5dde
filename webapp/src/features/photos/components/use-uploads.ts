import { useEffect, useReducer, useRef } from 'react'
import { newId } from '@/api/new-id'
import type { AddPhoto } from '@/features/photos/api/photos'
import { changed, type Upload } from '@/features/photos/model/uploads'

/** Files that are on their way. Leaving the screen lets those under way finish. */
export function useUploads(addPhoto: AddPhoto, onDone: () => void) {
  const [uploads, dispatch] = useReducer(changed, [])
  const cancels = useRef(new Map<string, AbortController>())
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  // The browser keeps the file of an object URL until it is revoked.
  const previews = useRef<string[]>([])
  useEffect(() => () => previews.current.forEach((preview) => URL.revokeObjectURL(preview)), [])

  const send = (upload: Upload) => {
    const cancel = new AbortController()
    cancels.current.set(upload.id, cancel)
    // One after the other: they arrive in the order they were chosen, and the first is seen soon.
    queue.current = queue.current.then(async () => {
      if (cancel.signal.aborted) return
      try {
        await addPhoto(
          upload.id,
          upload.file,
          (part) => dispatch({ kind: 'moved', id: upload.id, part }),
          cancel.signal,
        )
        dispatch({ kind: 'gone', id: upload.id })
        onDone()
      } catch (error) {
        if (!cancel.signal.aborted) dispatch({ kind: 'failed', id: upload.id, error })
      }
    })
  }

  const add = (files: File[]) => {
    const fresh = files.map((file) => ({ id: newId(), file, preview: URL.createObjectURL(file), part: 0, error: null }))
    previews.current.push(...fresh.map(({ preview }) => preview))
    dispatch({ kind: 'added', uploads: fresh })
    fresh.forEach(send)
  }

  const retry = (upload: Upload) => {
    dispatch({ kind: 'retried', id: upload.id })
    send(upload)
  }

  const cancel = (upload: Upload) => {
    cancels.current.get(upload.id)?.abort()
    dispatch({ kind: 'gone', id: upload.id })
  }

  return { uploads, add, retry, cancel }
}
