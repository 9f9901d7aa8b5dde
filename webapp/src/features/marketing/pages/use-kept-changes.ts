import { useEffect, useState } from 'react'
import type { PageDocument } from '@/api/types'
import { forgetChanges, keepChanges, keptChanges, type Changes } from './kept-changes'
import { useHistory } from './use-history'

/** The document being written. What is not saved stays on this device, and is there again when the editor is opened. */
export function useKeptChanges(memberId: string, slug: string, base: number, given: PageDocument) {
  const [initial] = useState(given)
  const [found, setFound] = useState<Changes | null>(() => keptChanges(memberId, slug))
  const { value: document, set: setDocument, undo, redo } = useHistory(found?.document ?? initial)
  // Changes that came back keep their own base until they are saved or discarded.
  const from = found?.base ?? base

  useEffect(() => {
    if (document !== initial) keepChanges(memberId, slug, { base: from, document })
  }, [memberId, slug, from, document, initial])

  const forget = () => forgetChanges(memberId, slug)
  const discard = () => {
    forget()
    setFound(null)
    setDocument(initial)
  }
  return { document, setDocument, isBack: found !== null, isOlder: from < base, undo, redo, forget, discard }
}
