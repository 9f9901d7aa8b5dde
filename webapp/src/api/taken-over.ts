import { useEffect, useState } from 'react'
import type { Middleware } from 'swr'

/** Whether the app draws the page; until then parts of what the server has drawn may wait for their hydration. */
function isTakenOver(): boolean {
  return !document.querySelector('script[data-app]') || 'takenOver' in document.documentElement.dataset
}

/** Milliseconds, for a page that never lets the browser be idle. */
const longestWait = 30_000

/** The bars follow the screen: the browser is idle once they are hydrated as well, on a busy device after some seconds. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: longestWait })
  else setTimeout(run, 100)
}

/**
 * Resolves once all of the page is the app's. React hydrates each Suspense boundary for itself: what changes meanwhile, such as
 * a count in a bar, would not be what the server has drawn there.
 */
export function whenTakenOver(): Promise<void> {
  if (isTakenOver()) return Promise.resolve()
  return new Promise((resolve) => {
    const { dataset } = document.documentElement
    const settle = () =>
      whenIdle(() => {
        dataset.takenOver = ''
        resolve()
      })
    // Who asks between the screen's hydration and that of the bars waits as well.
    if ('hydrated' in dataset) settle()
    else window.addEventListener('hydrated', settle, { once: true })
  })
}

/** False on the server and over its page, true from then on. */
export function useTakenOver(): boolean {
  const [isOver, setOver] = useState(() => typeof document !== 'undefined' && isTakenOver())
  useEffect(() => void whenTakenOver().then(() => setOver(true)), [])
  return isOver
}

/** Lets SWR ask for what the page came with, or lacks, once the page is taken over. */
export const askWhenTakenOver: Middleware = (useNext) => (key, fetcher, config) =>
  useNext(
    key,
    fetcher &&
      (async (...given: Parameters<typeof fetcher>) => {
        await whenTakenOver()
        return fetcher(...given)
      }),
    config,
  )
