import { screen } from '@testing-library/react'
import { useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { BackButton } from './back-button'
import { parentOf } from './parent-of'

function asApp(matches: boolean) {
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches, addEventListener() {}, removeEventListener() {} }))
}
afterEach(() => vi.unstubAllGlobals())

function Here() {
  const go = useNavigate()
  return (
    <>
      <p>at {useLocation().pathname}</p>
      <button onClick={() => void go('/members/anna')}>Anna</button>
      <BackButton />
    </>
  )
}

test('an installed app has a way back on the pages that need one', async () => {
  asApp(true)
  const { user, container } = await show(<Here />, { at: '/credits/abc/ideal' })
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByText('at /credits')).toBeVisible()
})

test('a browser has a button of its own', async () => {
  asApp(false)
  await show(<Here />, { at: '/members/anna' })
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test.each([
  ['/members/anna', '/members'],
  ['/likes', '/members'],
  ['/likes/matches', '/members'],
  ['/likes/m/anna', '/likes'],
  ['/credits', '/members'],
  ['/credits/p1/ideal', '/credits'],
  ['/credits/repeat-order', '/credits'],
  ['/directdebit', '/credits'],
  ['/members', null],
  ['/members/anna/chat', null],
  ['/chats/7', null],
  ['/profile', null],
])('above %s is %s', (page, parent) => expect(parentOf(page)).toBe(parent))
