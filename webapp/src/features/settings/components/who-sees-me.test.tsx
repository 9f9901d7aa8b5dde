import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { usePrivacy } from '@/features/settings/api/privacy'
import { WhoSeesMe } from './who-sees-me'

function Screen() {
  const { data } = usePrivacy()
  return data ? <WhoSeesMe privacy={data} /> : null
}

const visible = {
  invisible: false,
  paused: false,
  hidden: false,
  shares_presence: true,
  shares_reads: true,
  shares_looks: true,
  blocked_count: 0,
}
const offering = (privacy_switches: string[]) => ({
  'GET settings.php': () => ({ settings: { privacy_switches, looks: 'all' } }),
})
const all = offering(['pause', 'presence', 'reads', 'looks'])

test('one sentence describes the own visibility, and follows the switch', async () => {
  const asked = fakeApi({
    ...all,
    'GET privacy.php': () => visible,
    'PUT privacy.php': () => ({ ...visible, invisible: true }),
  })
  const { user, container } = await show(<Screen />)
  expect(await screen.findByText(/^Members can find you/)).toBeVisible()
  await user.click(screen.getByRole('switch', { name: 'Invisible mode' }))
  expect(await screen.findByText(/^Only people you’ve talked to/)).toBeVisible()
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ invisible: true })
  await expectAccessible(container)
})

test.each([
  ['Take a break', { paused: true }],
  ['Show when I’m online', { shares_presence: false }],
  ['Show what I’ve read', { shares_reads: false }],
  ['Show whose profile I open', { shares_looks: false }],
])('%s', async (name, choice) => {
  const asked = fakeApi({
    ...all,
    'GET privacy.php': () => visible,
    'PUT privacy.php': () => ({ ...visible, ...choice }),
  })
  const { user } = await show(<Screen />)
  await user.click(await screen.findByRole('switch', { name }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual(choice)
})

test('a site without the switches shows those alone that are still off', async () => {
  fakeApi({ ...offering([]), 'GET privacy.php': () => ({ ...visible, shares_reads: false }) })
  await show(<Screen />)
  expect(await screen.findByRole('switch', { name: 'Show what I’ve read' })).not.toBeChecked()
  expect(screen.getAllByRole('switch')).toHaveLength(2)
})

test('a refused change is rolled back', async () => {
  fakeApi({ ...all, 'GET privacy.php': () => visible, 'PUT privacy.php': () => failure(500, 'internal') })
  const { user } = await show(<Screen />)
  await user.click(await screen.findByRole('switch', { name: 'Invisible mode' }))
  expect(await screen.findByText(/^Members can find you/)).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Invisible mode' })).not.toBeChecked()
})

test('a member hidden by moderation sees so', async () => {
  fakeApi({ ...all, 'GET privacy.php': () => ({ ...visible, hidden: true }) })
  await show(<Screen />)
  expect(await screen.findByText(/^Your profile is hidden/)).toBeVisible()
})
