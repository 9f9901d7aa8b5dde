import { useState } from 'react'
import { isApiError } from '@/api/api-error'

interface Waiting {
  onProved: () => void
  onClose: () => void
}

/** Runs actions that may need a fresh second factor: asks for it when the server does, then runs the action again. */
export function useProof() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  const withProof = async <Answer>(action: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await action()
    } catch (error) {
      if (!isApiError(error, 'second_factor_required')) throw error
      await new Promise<void>((resolve, reject) =>
        setWaiting({ onProved: resolve, onClose: () => reject(error) }),
      ).finally(() => setWaiting(null))
      return action()
    }
  }

  return { withProof, waiting }
}
