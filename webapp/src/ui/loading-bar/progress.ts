import { createStore } from '@/store'

/** A load shorter than this shows nothing. */
export const throttle = 200
/** What is loaded meanwhile stays full for so long. */
export const hideDelay = 500

type Phase = 'idle' | 'running' | 'full'

/** Whether anything that the member waits for is loading, at the pace of a bar. */
export function createProgress() {
  const { get, set, subscribe } = createStore<Phase>('idle')
  let loads = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (phase: Phase, after: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => set(phase), after)
  }
  return {
    get,
    subscribe,
    /** A load begins. Returns its end, which counts once. */
    begin(): () => void {
      loads += 1
      if (loads === 1 && get() !== 'running') later('running', throttle)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        loads -= 1
        if (loads > 0) return
        clearTimeout(timer)
        if (get() === 'idle') return
        set('full')
        later('idle', hideDelay)
      }
    },
  }
}
