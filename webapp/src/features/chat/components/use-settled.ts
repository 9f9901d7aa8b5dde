import { useState } from 'react'

/** True once the first answer after opening has come, or has failed to. */
export function useSettled(isValidating: boolean): boolean {
  const [phase, setPhase] = useState<'before' | 'asking' | 'settled'>('before')
  if (phase === 'before' && isValidating) setPhase('asking')
  if (phase === 'asking' && !isValidating) setPhase('settled')
  return phase === 'settled'
}
