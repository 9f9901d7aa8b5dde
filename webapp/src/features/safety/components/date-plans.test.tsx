import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { aCard } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { DatePlans } from './date-plans'
import { RefuseMails } from './refuse-mails'
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
  check_in: null as object | null,
}
const asked = {
  state: 'asked',
  name: 'Mia',
  email: 'mia@example.org',
  ask_at: '2026-12-01T21:00:00Z',
  grace_minutes: 30,
  tell_at: '2026-12-01T21:30:00Z',
  settled_at: '2026-12-01T21:00:00Z',
}

test('a plan is made with its link', async () => {
  const plans: unknown[] = []
  const requests = fakeApi({
    'GET date-plans.php': () => ({ plans, text_countries: [] }),
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
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(screen.getByRole('textbox', { name: 'Where' }), 'Café Noord')
  await user.type(screen.getByLabelText('When'), '2026-12-01T20:00')
  await user.click(screen.getByRole('button', { name: 'Make the plan' }))

  expect(await screen.findByRole('textbox', { name: 'Link to the plan' })).toHaveValue(
    `${globalThis.location.origin}/plan#token=secret`,
  )
  expect(screen.getByRole('textbox', { name: 'Link to the plan' })).toHaveFocus()
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    profile_id: 'bo',
    place: 'Café Noord',
  })
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

const chats = { 'GET chats.php': () => ({ chats: [] }) }

test('a check-in is set after it was said what is sent', async () => {
  const requests = fakeApi({
    ...chats,
    'GET date-plans.php': () => ({ plans: [plan], text_countries: [] }),
    'PUT date-check-in.php': () => ({}),
  })
  const { user, container } = await show(<DatePlans withId={null} />)
  await user.click(await screen.findByRole('button', { name: 'Have someone told' }))
  expect(screen.getByText(/not an emergency service/)).toBeVisible()
  await expectAccessible(container)

  await user.type(screen.getByRole('textbox', { name: 'Who should we tell?' }), 'Mia')
  await user.type(screen.getByRole('textbox', { name: 'Their email address' }), 'mia@example.org')
  await user.click(screen.getByRole('button', { name: 'Save check-in' }))

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Date with Bo' })).toHaveFocus())
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    plan_id: 'p1',
    name: 'Mia',
    email: 'mia@example.org',
    ask_at: '2026-12-01T21:00:00.000Z',
    grace_minutes: 30,
  })
})

test.each([
  ['I’m fine', 'fine', 'answered', /Nobody is told/],
  ['One hour more', 'later', 'waiting', /again in an hour/],
  ['Tell Mia now', 'tell', 'told', /The email to Mia left/],
  ['I’m fine', 'fine', 'told', /The email to Mia left/],
])('the answer "%s" says what came of it', async (button, answer, state, words) => {
  const requests = fakeApi({
    ...chats,
    'GET date-plans.php': () => ({ plans: [{ ...plan, check_in: asked }], text_countries: [] }),
    'POST date-check-in.php': () => ({ state }),
  })
  const { user, container } = await show(<DatePlans withId={null} />)
  expect(await screen.findByText(/Without an answer, we tell Mia/)).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: button }))

  expect(await screen.findByText(words)).toBeVisible()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ plan_id: 'p1', answer })
  expect(screen.getByRole('heading', { name: 'Date with Bo' })).toHaveFocus()
})

test('a person is told by text message where the site offers it', async () => {
  const requests = fakeApi({
    ...chats,
    'GET date-plans.php': () => ({ plans: [plan], text_countries: ['NL'] }),
    'PUT date-check-in.php': () => ({}),
  })
  const { user, container } = await show(<DatePlans withId={null} />)
  await user.click(await screen.findByRole('button', { name: 'Have someone told' }))
  await user.click(screen.getByRole('radio', { name: 'By text message' }))
  expect(screen.queryByRole('textbox', { name: 'Their email address' })).toBeNull()
  expect(screen.getByText(/one text message.*costs you nothing/)).toBeVisible()
  await expectAccessible(container)

  await user.type(screen.getByRole('textbox', { name: 'Who should we tell?' }), 'Mia')
  await user.click(screen.getByRole('button', { name: 'Save check-in' }))
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
  await user.type(screen.getByRole('textbox', { name: 'Their mobile number' }), '+31 6 12345678')
  await user.click(screen.getByRole('button', { name: 'Save check-in' }))

  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ email: null, phone: '+31 6 12345678' })
})

test.each([
  [{ phone: '+31612345678', email: null }, /The text message to Mia left/],
  [{ unreached: true }, /Our message to Mia didn’t arrive/],
  [{ unreached: true, fine_at: '2026-12-01T22:00:00Z' }, /We can’t reach Mia/],
  [{ fine_at: '2026-12-01T22:00:00Z' }, /^On December 1, 2026 .* you answered that you’re fine/],
])('the page says how the person was told, or that they were not', async (more, words) => {
  const told = { ...asked, state: 'told', tell_at: null, ...more }
  fakeApi({ ...chats, 'GET date-plans.php': () => ({ plans: [{ ...plan, check_in: told }], text_countries: [] }) })
  const { container } = await show(<DatePlans withId={null} />)

  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByText(/The email to Mia left/)).toBeNull()
  expect(screen.queryAllByRole('button', { name: 'Tell Mia I’m fine' })).toHaveLength('phone' in more ? 1 : 0)
  await expectAccessible(container)
})

test.each([
  ['2026-12-01T22:00:00Z', /Good to hear. We tell Mia/],
  [null, /We can’t reach Mia/],
])('a person who was told gets to know that all is well', async (fineAt, words) => {
  const told = { ...asked, state: 'told', tell_at: null, fine_at: null }
  const requests = fakeApi({
    ...chats,
    'GET date-plans.php': () => ({ plans: [{ ...plan, check_in: told }], text_countries: [] }),
    'POST date-check-in.php': () => ({ state: 'told', fine_at: fineAt }),
  })
  const { user, container } = await show(<DatePlans withId={null} />)
  const button = await screen.findByRole('button', { name: 'Tell Mia I’m fine' })
  await expectAccessible(container)

  await user.click(button)

  expect(await screen.findByText(words)).toBeVisible()
  expect(lastBody(requests, 'date-check-in.php')).toEqual({ plan_id: 'p1', answer: 'tell_fine' })
})

test('a person who was told refuses more from the page of the plan', async () => {
  fakeApi({
    'GET settings.php': () => ({ settings: {} }),
    'POST shared-plan.php': () => ({
      ...plan,
      maker: 'Ann',
      age: null,
      photo: null,
      fictional: false,
      refusal_token: 'signed',
    }),
  })
  await show(<SharedPlan token="secret" />)

  expect(await screen.findByRole('link', { name: 'Get no more messages like this' })).toHaveAttribute(
    'href',
    expect.stringContaining('/plan-refusal#token=signed'),
  )
})

test('partners that fail to load are reported with the plans', async () => {
  fakeApi({
    'GET date-plans.php': () => ({ plans: [plan], text_countries: [] }),
    'GET chats.php': () => failure(503, 'unavailable'),
  })
  await show(<DatePlans withId={null} />)

  expect(await screen.findByRole('heading', { name: 'Date with Bo' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the focus stays on the page when a plan has ended', async () => {
  const plans = [plan]
  fakeApi({
    ...chats,
    'GET date-plans.php': () => ({ plans, text_countries: [] }),
    'DELETE date-plans.php': () => plans.pop() && {},
  })
  const { user } = await show(<DatePlans withId={null} />)

  await user.click(await screen.findByRole('button', { name: 'End plan' }))

  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('such mails are refused by a button, not by the link', async () => {
  const requests = fakeApi({ 'POST date-contact-refusal.php': () => ({}) })
  const { user, container } = await show(<RefuseMails token="signed" />)
  await expectAccessible(container)
  expect(requests).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Refuse these messages' }))

  expect(await screen.findByText(/no such message any more/)).toBeVisible()
  expect(requests[0]?.body).toEqual({ token: 'signed' })
})
