import { fireEvent, screen } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { User } from '@/api/types'
import { kept } from '@/api/device/member-storage'
import { OfferBanner } from './offer-banner'
import { OfferModal } from './offer-modal'

const ann = { id: 'ann', credits: 0, paid_user: false, signup_seconds_ago: 60 } as User
const discount = (seconds_left: number) => ({
  code: 'TIMEBONUS25',
  value_percentage: 25,
  seconds_left,
  expires: '2026-11-20T16:00:00Z',
  reason: 'new_member',
})

function aServer(secondsLeft: number) {
  return fakeApi({ 'GET discountcode.php': () => ({ discount: discount(secondsLeft) }) })
}

/** The server has answered. */
const answered = () => pass(0)

beforeEach(stopClock)

test('the clock is the server’s, ticks each second and ends at zero', async () => {
  aServer(3725)
  await show(<OfferBanner user={{ ...ann, id: 'clock' }} />, { at: '/settings' })
  await answered()
  expect(screen.getByText(/01:02:05/)).toBeVisible()
  await pass(3_660_000)
  // A tick may come a hair before its second is over.
  expect(screen.getByText(/00:01:0[56]/)).toBeVisible()
  await pass(66_000)
  expect(screen.queryByText(/Welcome bonus/)).not.toBeInTheDocument()
})

test('it opens forty seconds after coming into the members area, says why, and once closed stays closed', async () => {
  aServer(14_000)
  const { user, container } = await show(<OfferModal user={ann} />, { at: '/members' })
  await answered()
  await pass(39_999)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await pass(1)
  expect(screen.getByRole('dialog', { name: '25% off your first purchase' })).toBeVisible()
  expect(screen.getByText(/because you signed up less than 4 hours ago/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Unlock your discount' })).toHaveAttribute('href', '/credits')
  vi.useRealTimers()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(kept<number>('ann', 'offer-dismissed')).toEqual(expect.any(Number))
})

test('the forty seconds go on from the members to the chats, and it opens there', async () => {
  aServer(14_000)
  const moving = { ...ann, id: 'moving' }
  const There = () => {
    const go = useNavigate()
    return <button onClick={() => void go('/chats/7')}>To the chats</button>
  }
  await show(
    <>
      <There />
      <OfferModal user={moving} />
    </>,
    { at: '/members' },
  )
  await answered()
  await pass(25_000)
  fireEvent.click(screen.getByRole('button', { name: 'To the chats' }))
  await pass(14_999)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await pass(1)
  expect(screen.getByRole('dialog')).toBeVisible()
})

test.each([
  ['with credits left', { credits: 2 }, '/members'],
  ['outside the members area', {}, '/settings'],
])('%s nothing opens', async (_, more, at) => {
  aServer(14_000)
  await show(<OfferModal user={{ ...ann, ...more, id: `quiet-${at}` }} />, { at })
  await answered()
  await pass(60_000)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('without an offer nothing is shown', async () => {
  const asked = fakeApi({ 'GET discountcode.php': () => failure(422, 'discount_not_found') })
  await show(<OfferBanner user={{ ...ann, id: 'none' }} />, { at: '/members' })
  await answered()
  expect(asked).toHaveLength(1)
  expect(screen.queryByText(/Welcome bonus/)).not.toBeInTheDocument()
})
