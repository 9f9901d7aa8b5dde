import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi } from '../../../../tests/fake-api'
import { expectAccessible, show } from '../../../../tests/render'
import { forgetTracking, keepSource, keepTracking, readSource, readTracking } from '../../../tracking/tracking'
import { ConsentBar } from './consent-bar'
import { ConsentChoice } from './consent-choice'

beforeEach(() => forgetTracking())

test('nothing is kept or told before someone says yes', async () => {
  const asked = fakeApi({ 'POST track.php': () => ({}) })
  keepTracking('?network=n1&sub1=a', '/')
  expect(sessionStorage.length + localStorage.length).toBe(0)
  expect(asked).toEqual([])

  const { user, container } = await show(<ConsentBar cookiesPath="/pages/cookies" />)
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Yes, note it' }))

  expect(asked).toMatchObject([{ path: 'track.php', body: { network: 'n1', sub1: 'a', path: '/' } }])
  expect(readTracking()).toMatchObject({ network: 'n1' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a no is kept, and nothing else', async () => {
  const asked = fakeApi({ 'POST track.php': () => ({}) })
  keepTracking('?network=n1', '/')
  const { user } = await show(<ConsentBar cookiesPath="/pages/cookies" />)
  await user.click(screen.getByRole('button', { name: 'No, do not' }))

  expect(asked).toEqual([])
  expect([sessionStorage.length, Object.keys(localStorage)]).toEqual([0, ['consent-attribution']])
})

test('a yes can be taken back, and what was kept goes', async () => {
  fakeApi({ 'POST track.php': () => ({}) })
  keepTracking('?network=n1', '/')
  const { user } = await show(<ConsentChoice />)
  await user.click(screen.getByRole('button', { name: 'Yes, note it' }))
  await user.click(screen.getByRole('button', { name: 'No, do not' }))

  expect(readTracking()).toBeNull()
  expect(screen.getByText('You said no: we do not note how you found us.')).toBeVisible()
})

test('what lets someone in needs no yes, and is not told by itself', () => {
  const asked = fakeApi({ 'POST track.php': () => ({}) })
  keepTracking('?ref=flyer&sub1=a', '/')
  keepSource()

  expect(readSource()).toEqual({ network: '', ref: 'flyer' })
  expect(sessionStorage.getItem('source')).toBe('{"network":"","ref":"flyer"}')
  expect([readTracking(), asked]).toEqual([null, []])
})

test('a bounce is looked at only where it was asked for, and after a yes', async () => {
  const asked = fakeApi({ 'POST track.php': () => ({}), 'PUT track.php': () => ({}) })
  keepTracking('?network=n1&lb=1', '/')
  const { user } = await show(<ConsentChoice />)
  expect(asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Yes, note it' }))
  await user.click(document.body)
  expect(asked.map(({ method }) => method)).toEqual(['POST'])

  window.history.pushState(null, '', '/signup')
  await user.click(document.body)
  await user.click(document.body)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ method }) => method)).toEqual(['POST', 'PUT'])
  expect(asked[1]?.body).toEqual({ visit_id: readTracking()?.visit_id })
})
