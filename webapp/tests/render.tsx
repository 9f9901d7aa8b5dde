import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, type InitialEntry } from 'react-router'
import { SWRConfig } from 'swr'
import { expect } from 'vitest'
import { swrSettings } from '@/api/swr'
import { pageOutbox } from '@/outbox/page-outbox'
import { memoryStore, type OutboxStore } from '@/outbox/store'
import { createLiveEvents } from '@/live/stream'
import { Singletons, SingletonsContext } from '@/singletons'
import { Toasts } from '@/ui'
import { anOutbox } from './outbox'

interface Options {
  at?: InitialEntry
  /** Unsent messages on the device. */
  store?: OutboxStore
  singletons?: Singletons
}

/**
 * Shows a screen as the app would: its own cache, outbox and other singletons, an address, English texts. `publish` raises
 * a live event.
 */
export async function show(
  screen: ReactNode,
  { at = '/', store = memoryStore(), singletons = new Singletons() }: Options = {},
) {
  await i18next.loadNamespaces([
    'account',
    'age',
    'calls',
    'chat',
    'complaints',
    'credits',
    'gifts',
    'likes',
    'landing',
    'marketing',
    'members',
    'mydata',
    'offer',
    'photos',
    'push',
    'safety',
    'security',
    'settings',
    'signup',
    'staff',
    'swipe',
    'words',
  ])
  // No style sheet is loaded here, so nothing is ever out of the pointer's reach.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const outbox = anOutbox({ store })
  singletons.set(pageOutbox, outbox)
  const view = render(
    <SWRConfig value={{ ...swrSettings, provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        <SingletonsContext value={singletons}>
          <Suspense>{screen}</Suspense>
          <Toasts />
        </SingletonsContext>
      </MemoryRouter>
    </SWRConfig>,
  )
  const { publish } = singletons.get(createLiveEvents)
  return { user, singletons, publish, ...view }
}

/** No rule that a machine can check is broken, and no value of the code is written out. Colours need a browser that draws. */
export async function expectAccessible(container: Element) {
  expect(container.textContent).not.toMatch(/\b(?:false|undefined|NaN)\b|\[object /)
  const { violations } = await axe.run(container, {
    // jsdom loads no page into a frame, so there is nothing to look at.
    iframes: false,
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
