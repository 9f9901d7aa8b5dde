import { useEffect, useRef, useState } from 'react'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import { createPhotoDrafts } from '@/features/chat/api/photo-drafts'

export interface PhotoDraft {
  /** Null while it is read from the device. */
  photo: Blob | null
  text: string
}

/** The photo to a member that was chosen and not sent; it outlives the screen, the session and a reload. */
export function usePhotoDraft(memberId: Id, profileId: Id): [PhotoDraft | null, (draft: PhotoDraft | null) => void] {
  const { readText, writeText, readPhoto, writePhoto } = useSingleton(createPhotoDrafts)
  const [draft, setDraft] = useState<PhotoDraft | null>(() => {
    const text = readText(memberId, profileId)
    return text === null ? null : { photo: null, text }
  })
  const isWritten = useRef(false)
  useEffect(() => {
    if (readText(memberId, profileId) === null) return
    void readPhoto(memberId, profileId).then((photo) => {
      // A photo that was chosen meanwhile replaces the stored one.
      if (isWritten.current) return
      if (!photo) writeText(memberId, profileId, null)
      setDraft((stored) => (photo && stored ? { ...stored, photo } : null))
    })
  }, [memberId, profileId, readPhoto, readText, writeText])

  const set = (next: PhotoDraft | null) => {
    if (next?.photo !== draft?.photo) {
      isWritten.current = true
      void writePhoto(memberId, profileId, next?.photo ?? null)
    }
    writeText(memberId, profileId, next && next.text)
    setDraft(next)
  }
  return [draft, set]
}
