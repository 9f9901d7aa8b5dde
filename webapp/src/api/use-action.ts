import { useState } from 'react'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'

/** One thing a form does: its pending state, and the refusals by field. */
export function useAction() {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setError(null)
    try {
      await action()
      return true
    } catch (failure) {
      setError(failure)
      return false
    } finally {
      setBusy(false)
    }
  }

  /** The words for a field, or for everything that belongs to none of those named. */
  const problem = (field: string): string | undefined =>
    error !== null && fieldOf(error) === field ? errorText(error) : undefined
  const general = (...fields: string[]): string | undefined =>
    error !== null && !fields.includes(fieldOf(error) ?? '') ? errorText(error) : undefined

  return { busy, error, run, problem, general, forget: () => setError(null) }
}

function fieldOf(error: unknown): string | undefined {
  return isApiError(error) ? (error.field ?? error.errors[0]?.field) : undefined
}
