import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { OwnVerification } from '@/api/types'
import { Verification } from './verification'

const none: OwnVerification = {
  draw: null,
  waiting_since: null,
  refusal: null,
  verified_at: null,
  badge: 'none',
  kept_until: null,
  compared: [],
  has_photo: true,
  model: null,
  consented_at: null,
  by_model: false,
}
const model = { name: 'Faces', version: '1.2' }
const draw = { id: 'd', poses: [], expires_at: '2026-11-28T12:05:00Z', seconds_left: 300, consents: false }
const serving = (own: Partial<OwnVerification>) =>
  fakeApi({
    'GET verification.php': () => ({ ...none, ...own }),
    'PUT verification.php': () => draw,
    'DELETE verification.php': () => ({}),
  })
const bodyOf = (asked: ReturnType<typeof serving>, wanted: string) =>
  asked.find(({ method }) => method === wanted)?.body

test('without a model the page says that a person compares, and asks for no consent', async () => {
  const asked = serving({})
  const { user } = await show(<Verification />)
  expect(await screen.findByText(/No computer measures your face/)).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show the poses' }))
  expect(bodyOf(asked, 'PUT')).toEqual({ id: expect.any(String) as string })
})

test('a person is chosen at first, and a computer needs explicit consent', async () => {
  const asked = serving({ model })
  const { user, container } = await show(<Verification />)
  expect(await screen.findByRole('radio', { name: 'A person on our team' })).toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'A computer first' }))
  expect(screen.getByText(/Faces 1.2 measures the faces/)).toBeVisible()
  const consent = screen.getByRole('checkbox', { name: /biometric data/ })
  expect(consent).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Show the poses' }))
  expect(screen.getByText('Tick this box, or choose a person.')).toBeVisible()
  expect(bodyOf(asked, 'PUT')).toBeUndefined()
  await expectAccessible(container)
  await user.click(consent)
  await user.click(screen.getByRole('button', { name: 'Show the poses' }))
  expect(bodyOf(asked, 'PUT')).toEqual({ id: expect.any(String) as string, consents: true })
})

test('consent given and then a person chosen sends none', async () => {
  const asked = serving({ model })
  const { user } = await show(<Verification />)
  await user.click(await screen.findByRole('radio', { name: 'A computer first' }))
  await user.click(screen.getByRole('checkbox', { name: /biometric data/ }))
  await user.click(screen.getByRole('radio', { name: 'A person on our team' }))
  await user.click(screen.getByRole('button', { name: 'Show the poses' }))
  expect(bodyOf(asked, 'PUT')).toEqual({ id: expect.any(String) as string })
})

test('a badge of the model says so, and the consent can be withdrawn', async () => {
  const at = '2026-11-20T12:00:00Z'
  const asked = serving({ model, badge: 'shown', verified_at: at, consented_at: at, by_model: true })
  const { user, container } = await show(<Verification />)
  expect(await screen.findByText(/A computer compared the pictures, with your consent/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Withdraw consent' }))
  expect(await screen.findByText(/the badge ends and its pictures are deleted/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getAllByRole('button', { name: 'Withdraw consent' }).at(-1)!)
  expect(await screen.findByText('Your consent is withdrawn')).toBeVisible()
  expect(bodyOf(asked, 'DELETE')).toEqual({ only_consent: true })
})
