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

const visible = { invisible: false, hidden: false, blocked_count: 0 }

test('one sentence describes the own visibility, and follows the switch', async () => {
  const asked = fakeApi({
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

test('a refused change is rolled back', async () => {
  fakeApi({ 'GET privacy.php': () => visible, 'PUT privacy.php': () => failure(500, 'internal') })
  const { user } = await show(<Screen />)
  await user.click(await screen.findByRole('switch', { name: 'Invisible mode' }))
  expect(await screen.findByText(/^Members can find you/)).toBeVisible()
  expect(screen.getByRole('switch')).not.toBeChecked()
})

test('a member hidden by moderation sees so', async () => {
  fakeApi({ 'GET privacy.php': () => ({ ...visible, hidden: true }) })
  await show(<Screen />)
  expect(await screen.findByText(/^Your profile is hidden/)).toBeVisible()
})
