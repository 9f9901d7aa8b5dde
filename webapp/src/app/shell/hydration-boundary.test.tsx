import { act } from '@testing-library/react'
import { lazy, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countDehydrated } from '@/api/taken-over'
import { HydrationBoundary } from './hydration-boundary'

const isTakenOver = () => 'takenOver' in document.documentElement.dataset

/** A lazy component, and what loads it. */
function lazyPart(text: string) {
  let load = () => {}
  const arrival = new Promise<void>((resolve) => (load = resolve))
  const Part = lazy(() => arrival.then(() => ({ default: () => <p>{text}</p> })))
  return { Part, load: () => act(async () => (load(), await arrival)) }
}

function Page({ children }: { children: ReactNode }) {
  useEffect(() => countDehydrated(0), [])
  return <main>{children}</main>
}

let root: HTMLElement
beforeEach(() => {
  const script = document.createElement('script')
  script.dataset.app = '/assets/index.js'
  document.head.append(script)
  root = document.createElement('div')
  document.body.append(root)
})
afterEach(() => {
  document.head.querySelector('script[data-app]')?.remove()
  delete document.documentElement.dataset.takenOver
  delete document.documentElement.dataset.dehydrated
  root.remove()
})

test('a page is taken over once the last of its parts is hydrated, one within another too', async () => {
  const [bar, screen, inner] = [lazyPart('bar'), lazyPart('screen'), lazyPart('inner')]
  root.innerHTML = '<main><!--$--><p>bar</p><!--/$--><!--$--><p>screen</p><!--$--><p>inner</p><!--/$--><!--/$--></main>'
  await act(async () => {
    hydrateRoot(
      root,
      <Page>
        <HydrationBoundary>
          <bar.Part />
        </HydrationBoundary>
        <HydrationBoundary>
          <screen.Part />
          <HydrationBoundary>
            <inner.Part />
          </HydrationBoundary>
        </HydrationBoundary>
      </Page>,
    )
  })
  for (const part of [screen, bar]) {
    expect(isTakenOver()).toBe(false)
    await part.load()
  }
  expect(isTakenOver()).toBe(false)
  await inner.load()
  expect(isTakenOver()).toBe(true)
  expect(root.textContent).toBe('barscreeninner')
})

test('a page without parts that wait is taken over at once, and a part that goes does not hold it up', async () => {
  const gone = lazyPart('gone')
  const drawn = createRoot(root)
  await act(async () => drawn.render(<Page>here</Page>))
  expect(isTakenOver()).toBe(true)

  delete document.documentElement.dataset.takenOver
  const waiting = (
    <HydrationBoundary>
      <gone.Part />
    </HydrationBoundary>
  )
  await act(async () => drawn.render(<Page key="with">{waiting}</Page>))
  expect(isTakenOver()).toBe(false)
  await act(async () => drawn.render(<Page key="with">{null}</Page>))
  expect(isTakenOver()).toBe(true)
})
