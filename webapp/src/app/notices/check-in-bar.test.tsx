import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import CheckInBar from './check-in-bar'

const told = {
  state: 'told',
  name: 'Mia',
  email: 'mia@example.org',
  phone: null,
  ask_at: '2026-12-01T21:00:00Z',
  grace_minutes: 30,
  tell_at: null,
  settled_at: '2026-12-01T21:30:00Z',
  unreached: false,
  fine_at: null as string | null,
}

const answered = (checkIn: typeof told) =>
  fakeApi({
    'GET settings.php': () => ({ settings: { date_plans: true } }),
    'GET date-plans.php': () => ({ plans: [{ id: 'p1', check_in: checkIn }], text_countries: [] }),
    'POST date-check-in.php': () => ({ state: 'told', fine_at: '2026-12-01T22:00:00Z' }),
  })

test('one press has the person who was told know that all is well', async () => {
  const requests = answered(told)
  const { user, container } = await show(<CheckInBar />)
  expect(await screen.findByText(/We told Mia about your date/)).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'I’m fine' }))

  expect(await screen.findByText(/We tell Mia/)).toBeVisible()
  expect(lastBody(requests, 'date-check-in.php')).toEqual({ plan_id: 'p1', answer: 'tell_fine' })
})

test('the bar about it can be closed', async () => {
  answered(told)
  const { user } = await show(<CheckInBar />)

  await user.click(await screen.findByRole('button', { name: 'Close' }))

  await waitFor(() => expect(screen.queryByText(/We told Mia about your date/)).toBeNull())
})

test.each([{ unreached: true }, { fine_at: '2026-12-01T22:00:00Z' }])('there is none after %o', async (more) => {
  const requests = answered({ ...told, ...more })
  await show(<CheckInBar />)

  await waitFor(() => expect(requests.some(({ path }) => path === 'date-plans.php')).toBe(true))
  expect(screen.queryByRole('alert')).toBeNull()
})
