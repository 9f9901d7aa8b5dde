import { useEffect, useState } from 'react'
import type { Middleware } from 'swr'

/** Whether the app draws the page; until then parts of what the server has drawn may wait for their hydration. */
function isTakenOver(): boolean {
  return !document.querySelector('script[data-app]') || 'takenOver' in document.documentElement.dataset
}

/** Milliseconds, for a part whose code never comes. */
const longestWait = 30_000

/**
 * Counts the parts of the page that still are the server's: React hydrates each Suspense boundary for itself. The page is taken
 * over once none is left. The count stands in the document, as the other marks of a drawn page.
 */
export function countDehydrated(change: -1 | 0 | 1): void {
  if (isTakenOver()) return
  const { dataset } = document.documentElement
  const left = Number(dataset.dehydrated ?? 0) + change
  if (left > 0) dataset.dehydrated = String(left)
  else takeOver()
}

function takeOver(): void {
  const { dataset } = document.documentElement
  delete dataset.dehydrated
  dataset.takenOver = ''
  window.dispatchEvent(new Event('takenover'))
}

/**
 * Resolves once all of the page is the app's. What changes before, such as a count in a bar, would not be what the server has
 * drawn there.
 */
export function whenTakenOver(): Promise<void> {
  if (isTakenOver()) return Promise.resolve()
  return new Promise((resolve) => {
    const late = setTimeout(takeOver, longestWait)
    const settle = () => {
      clearTimeout(late)
      resolve()
    }
    window.addEventListener('takenover', settle, { once: true })
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
