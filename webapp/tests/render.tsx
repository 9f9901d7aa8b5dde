import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import i18next from 'i18next'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { expect } from 'vitest'
import { swrSettings } from '../src/api/swr'
import { Toasts } from '../src/ui'

/** Shows a screen as the app would: its own cache, an address, English texts. */
export async function show(screen: ReactNode, { at = '/' }: { at?: string } = {}) {
  await i18next.loadNamespaces(['account', 'chat', 'complaints', 'credits', 'gifts', 'likes', 'members', 'mydata', 'offer', 'photos', 'push', 'security', 'settings', 'signup', 'staff', 'swipe', 'words'])
  const user = userEvent.setup({ delay: null })
  const view = render(
    <SWRConfig value={{ ...swrSettings, provider: () => new Map(), dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense>{screen}</Suspense>
        <Toasts />
      </MemoryRouter>
    </SWRConfig>,
  )
  return { user, ...view }
}

/** No rule that a machine can check is broken. Colours need a browser that draws. */
export async function expectAccessible(container: Element) {
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}
