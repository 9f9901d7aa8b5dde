import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { expect } from 'vitest'
import { swrSettings } from '@/api/swr'
import { OutboxContext, outboxSlot } from '@/outbox/context'
import { memoryStore, type OutboxStore } from '@/outbox/store'
import { Toasts } from '@/ui'
import { anOutbox } from './outbox'

interface Options {
  at?: string
  /** Unsent messages on the device. */
  store?: OutboxStore
}

/** Shows a screen as the app would: its own cache and outbox, an address, English texts. */
export async function show(screen: ReactNode, { at = '/', store = memoryStore() }: Options = {}) {
  await i18next.loadNamespaces([
    'account',
    'chat',
    'complaints',
    'credits',
    'gifts',
    'likes',
    'members',
    'mydata',
    'offer',
    'photos',
    'push',
    'security',
    'settings',
    'signup',
    'staff',
    'swipe',
    'words',
  ])
  const user = userEvent.setup({ delay: null })
  const outbox = outboxSlot(anOutbox({ store }))
  const view = render(
    <SWRConfig value={{ ...swrSettings, provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        <OutboxContext value={outbox}>
          <Suspense>{screen}</Suspense>
        </OutboxContext>
        <Toasts />
      </MemoryRouter>
    </SWRConfig>,
  )
  return { user, ...view }
}

/** No rule that a machine can check is broken. Colours need a browser that draws. */
export async function expectAccessible(container: Element) {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
