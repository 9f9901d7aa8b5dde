import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { DatePlans } from './date-plans'
import { SharedPlan } from './shared-plan'

const plan = {
  id: 'p1',
  profile_id: 'bo',
  name: 'Bo',
  place: 'Café Noord',
  meets_at: '2026-12-01T19:00:00Z',
  note: '',
  ends_at: '2026-12-02T19:00:00Z',
  shared: false,
}

test('a plan is made with its link', async () => {
  const plans: unknown[] = []
  const asked = fakeApi({
    'GET date-plans.php': () => ({ plans }),
    'GET chats.php': () => ({ chats: [{ profile: aCard({ id: 'bo', name: 'Bo' }) }, { profile: null }] }),
    'POST date-plans.php': () => {
      plans.push(plan)
      return { plan_id: 'p1' }
    },
    'PUT date-plans.php': () => ({ token: 'secret' }),
  })
  const { user, container } = await show(<DatePlans withId="bo" />)
  await screen.findByRole('option', { name: 'Bo', selected: true })
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Make the plan' }))
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(screen.getByRole('textbox', { name: 'Where' }), 'Café Noord')
  await user.type(screen.getByLabelText('When'), '2026-12-01T20:00')
  await user.click(screen.getByRole('button', { name: 'Make the plan' }))

  expect(await screen.findByRole('textbox', { name: 'Link to the plan' })).toHaveValue(
    `${globalThis.location.origin}/plan#token=secret`,
  )
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ profile_id: 'bo', place: 'Café Noord' })
  await expectAccessible(container)
})

test('a shared plan without age and photo names the other', async () => {
  fakeApi({
    'GET settings.php': () => ({ settings: {} }),
    'POST shared-plan.php': () => ({ ...plan, maker: 'Ann', age: null, photo: null, fictional: false }),
  })
  const { container } = await show(<SharedPlan token="secret" />)

  expect(await screen.findByRole('heading', { name: 'Date plan of Ann' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Date with Bo' })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  await expectAccessible(container)
})

test('a link that has ended says so', async () => {
  fakeApi({ 'POST shared-plan.php': () => failure(404, 'not_found') })
  await show(<SharedPlan token="secret" />)

  expect(await screen.findByRole('heading', { name: 'This link shows nothing' })).toBeVisible()
})
