import { useEffect, useState } from 'react'
import { newId } from '@/api/new-id'
import { api } from '@/api/client'
import type { DraftOfDesk, PageDocument } from '@/api/types'

const waitAfterTyping = 600

/** Saves the draft for its preview once typing pauses, and validates it as publishing would. */
export function useDraft(slug: string, document: PageDocument) {
  const [draft] = useState(newId)
  const [answer, setAnswer] = useState<DraftOfDesk>()
  const [preview, setPreview] = useState<string>()
  const written = JSON.stringify(document)

  useEffect(() => {
    let isOld = false
    const timer = setTimeout(() => {
      api
        .put<DraftOfDesk>('marketing-draft.php', { draft, slug, document: JSON.parse(written) as unknown })
        .then((checked) => {
          if (isOld) return
          setAnswer(checked)
          if (checked.preview) setPreview(checked.preview)
        })
        // Saving says why; the preview stays as it was.
        .catch(() => undefined)
    }, waitAfterTyping)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [draft, slug, written])

  return { answer, preview }
}
