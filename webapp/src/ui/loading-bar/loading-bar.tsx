import { useEffect, useSyncExternalStore } from 'react'
import { useSingleton } from '@/singletons'
import styles from './loading-bar.module.css'
import { createProgress } from './progress'

/** A line above the page while something loads. What is loading says so itself, so screen readers skip the line. */
export function LoadingBar() {
  const { get, subscribe } = useSingleton(createProgress)
  const phase = useSyncExternalStore(subscribe, get, () => 'idle' as const)
  return phase === 'idle' ? null : <div className={styles.bar} data-phase={phase} aria-hidden="true" />
}

/** Runs the bar while the caller is loading. */
export function useProgress(isLoading: boolean): void {
  const { begin } = useSingleton(createProgress)
  useEffect(() => (isLoading ? begin() : undefined), [begin, isLoading])
}

/** Runs the bar while it is on the screen: in place of a screen that is on its way. */
export function Running() {
  useProgress(true)
  return null
}
