import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { screenChanged } from '@/tracking/screen-changed'
import { createTracking } from '@/tracking/tracking'
import { Singletons } from '@/singletons'
import { ConsentBar } from './consent-bar'
import { ConsentChoice } from './consent-choice'

const track = { 'POST track.php': () => ({}), 'PUT track.php': () => ({}) }

let singletons: Singletons
let tracking: ReturnType<typeof createTracking>
beforeEach(() => {
  singletons = new Singletons()
  tracking = singletons.get(createTracking)
})
// Without it the next test counts the second screen of this one.
afterEach(() => tracking.answer('no'))

/** Browsers that send Global Privacy Control. */
function object() {
  vi.stubGlobal('navigator', Object.create(navigator, { globalPrivacyControl: { value: true } }) as Navigator)
  return () => vi.unstubAllGlobals()
}

test('without consent a view is counted without its campaign, and nothing is stored', async () => {
  const asked = fakeApi(track)
  tracking.keep('?network=n1&ref=r&sub1=click', '/')
  expect(sessionStorage.length + localStorage.length).toBe(0)
  expect(tracking.campaign()).toBeNull()
  expect(asked).toMatchObject([{ path: 'track.php', method: 'POST', body: { network: 'n1', path: '/' } }])
  expect(JSON.stringify(asked)).not.toContain('click')

  const { user, container } = await show(<ConsentBar cookiesPath="/pages/cookies" />, { singletons })
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Allow' }))

  expect(asked).toHaveLength(1)
  expect(tracking.campaign()).toEqual({ network: 'n1', ref: 'r', sub1: 'click' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refusal is stored, and nothing else', async () => {
  fakeApi(track)
  tracking.keep('?network=n1', '/')
  const { user } = await show(<ConsentBar cookiesPath="/pages/cookies" />, { singletons })
  await user.click(screen.getByRole('button', { name: 'Don’t allow' }))

  expect([sessionStorage.length, Object.keys(localStorage)]).toEqual([0, ['consent-attribution']])
})

test('an earlier refusal, or Global Privacy Control, stops the count too', () => {
  const asked = fakeApi(track)
  localStorage.setItem('consent-attribution', 'no')
  tracking.keep('?network=n1&sub1=a', '/')
  localStorage.clear()
  const restore = object()
  tracking.keep('?network=n1&sub1=a', '/')
  expect([tracking.hasCampaign(), tracking.campaign(), asked]).toEqual([false, null, []])
  restore()
})

test('consent can be withdrawn, which deletes the stored data', async () => {
  fakeApi(track)
  tracking.keep('?network=n1', '/')
  const { user } = await show(<ConsentChoice />, { singletons })
  await user.click(screen.getByRole('button', { name: 'Allow' }))
  expect(sessionStorage.length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Don’t allow' }))

  expect([tracking.campaign(), sessionStorage.length]).toEqual([null, 0])
  expect(screen.getByText('We don’t store how you found us.')).toBeVisible()
})

test('the source that a sign-up needs is stored without consent', () => {
  fakeApi(track)
  tracking.keep('?ref=flyer&sub1=a', '/')
  tracking.keepSource()

  expect(tracking.source()).toEqual({ network: '', ref: 'flyer' })
  expect(sessionStorage.getItem('source')).toBe('{"network":"","ref":"flyer"}')
  expect(tracking.campaign()).toBeNull()
})

test('a page that is shown again is no view', () => {
  const asked = fakeApi(track)
  tracking.keep('?network=n1', '/', true)
  window.dispatchEvent(new Event(screenChanged))
  expect(asked).toEqual([])
})

test('a second screen is counted once; a page that came from a landing page was counted there', () => {
  const asked = fakeApi(track)
  tracking.keep('?utm_source=n1', '/')
  for (let times = 0; times < 2; times++) window.dispatchEvent(new Event(screenChanged))
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'PUT'])
  expect(asked[1]?.body).toMatchObject({ path: '/', network: 'n1' })

  tracking.keep('?page=video&v=12.3&network=n1&o=6937f5a0.c2lnbmVk', '/signup')
  window.dispatchEvent(new Event(screenChanged))
  expect(asked).toHaveLength(2)
  expect(tracking.arrival()).toEqual({ page: 'video', version: 12, arm: 3, network: 'n1', opened: '6937f5a0.c2lnbmVk' })
})

test.each([
  '?page=Video%3Fx&v=1.2',
  '?page=video&v=x',
  '?network=click%20id&page=video',
  `?page=video&v=${'9'.repeat(30)}.1`,
])('an address that no page of ours wrote never refuses a sign-up: %s', (search) => {
  fakeApi(track)
  tracking.keep(search, '/signup')
  const arrival = tracking.arrival()
  if (!arrival) return
  expect(arrival.page).toMatch(/^[a-z0-9/-]{1,100}$/)
  expect(arrival.network).toMatch(/^[\w.-]{0,32}$/)
  expect([arrival.version, arrival.arm].every(Number.isSafeInteger)).toBe(true)
})
