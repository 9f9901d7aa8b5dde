import { useState } from 'react'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'

/** One change at a time; its answer, or its failure, is a toast. */
export function useAct() {
  const showToast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const run = async (change: () => Promise<string | undefined>) => {
    setBusy(true)
    try {
      const done = await change()
      if (done) showToast({ text: done })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
    setBusy(false)
  }
  return { busy, run }
}
