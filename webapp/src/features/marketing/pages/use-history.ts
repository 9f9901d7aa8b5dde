import { useRef, useState } from 'react'

const mostSteps = 100
/** Changes that follow each other faster are one step, such as the letters of a word. */
const burst = 700

/** A value whose changes can be undone and made again. */
export function useHistory<T>(initial: T) {
  const [{ past, value, future }, setState] = useState<{ past: T[]; value: T; future: T[] }>({
    past: [],
    value: initial,
    future: [],
  })
  const changedAt = useRef(0)

  const set = (change: T | ((value: T) => T)) => {
    const at = Date.now()
    const isSameStep = at - changedAt.current < burst
    changedAt.current = at
    setState(({ past, value }) => ({
      past: isSameStep && past.length > 0 ? past : [...past.slice(1 - mostSteps), value],
      value: typeof change === 'function' ? (change as (value: T) => T)(value) : change,
      future: [],
    }))
  }
  const step = (from: T[], move: () => void) => {
    if (from.length === 0) return null
    return () => {
      changedAt.current = 0
      move()
    }
  }
  return {
    value,
    set,
    /** Null where there is nothing to undo. */
    undo: step(past, () => setState({ past: past.slice(0, -1), value: past.at(-1) as T, future: [value, ...future] })),
    redo: step(future, () => setState({ past: [...past, value], value: future[0] as T, future: future.slice(1) })),
  }
}
