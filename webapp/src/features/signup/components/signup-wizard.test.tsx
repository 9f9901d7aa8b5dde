import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { bo, onDone, utrecht, Wizard } from '@tests/signup-wizard'
import { createTracking } from '@/tracking/tracking'
import { Singletons } from '@/singletons'
import { signUp } from '@/features/signup/api/sign-up'
import { emptyAnswers } from '@/features/signup/model/answers'

const consent = /Use this to find people who suit me/

async function fillIn(target: string | null = null, attribution: string | null = null, singletons = new Singletons()) {
  const { user, container } = await show(<Wizard target={target} />, { singletons })
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(screen.getByRole('radio', { name: 'Woman' }))
  await user.click(screen.getByRole('checkbox', { name: 'Men' }))
  await user.click(screen.getByRole('checkbox', { name: consent }))
  await next()
  await user.type(screen.getByLabelText('Name'), 'Ann')
  await user.type(screen.getByLabelText('Date of birth'), '1994-03-02')
  await next()
  await user.type(await screen.findByRole('combobox', { name: 'Town' }), 'utr')
  await user.click(await screen.findByRole('option', { name: 'Utrecht' }))
  await next()
  await user.type(screen.getByLabelText('Email address'), 'ann@example.org')
  await user.type(screen.getByLabelText('Password'), 'three plain words')
  await next()
  await screen.findByText('Step 5 of 5')
  if (target) await user.type(screen.getByLabelText('Your first message'), 'Hi Bo, you bake?')
  await user.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
  for (const radio of screen.queryAllByRole('radio')) expect(radio).not.toBeChecked()
  if (attribution) await user.click(screen.getByRole('radio', { name: attribution }))
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  return { user, container }
}

test('five steps make a member', async () => {
  const asked = fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => ({ user: { id: '1' } }),
  })
  await fillIn()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(lastBody(asked, 'signup.php')).toMatchObject({
    name: 'Ann',
    gender: 'female',
    seeks: ['male'],
    date_of_birth: '1994-03-02',
    town_id: 1,
    email: 'ann@example.org',
    locale: 'en',
    terms_accepted: true,
    consents: ['matching'],
  })
  expect(sessionStorage.getItem('signup-answers')).toBeNull()
})

test('a sign-up from a profile leads to a message to that member', async () => {
  const asked = fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => ({ user: { id: '1' } }),
  })
  const { container } = await fillIn(bo)
  expect(screen.getByText('Write to member 0B9F2F0E')).toBeVisible()
  await waitFor(() =>
    expect(lastBody(asked, 'signup.php')).toMatchObject({ profile_id: bo, signup_message: 'Hi Bo, you bake?' }),
  )
  await expectAccessible(container)
})

test('an address that is taken leads back to its step, with a way to log in', async () => {
  fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => failure(409, 'email_taken', { field: 'email' }),
  })
  const { container } = await fillIn()
  expect(await screen.findByText('Step 4 of 5')).toBeVisible()
  const field = screen.getByLabelText('Email address')
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAccessibleDescription(/An account with this e-mail address already exists. Log in/)
  expect(screen.getAllByText(/already exists/)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expectAccessible(container)
})

test('a town that the server does not know leads back to its step', async () => {
  fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => failure(422, 'town_unknown', { field: 'town_id' }),
  })
  const { container } = await fillIn()
  expect(await screen.findByText('Step 3 of 5')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Town' })).toBeInvalid()
  expect(screen.getByText('We can’t find that town')).toBeVisible()
  await expectAccessible(container)
})

test('the first missing field takes the focus, and each says its error once', async () => {
  fakeApi({})
  const { user, container } = await show(<Wizard />)
  for (let times = 0; times < 2; times += 1) {
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.getByRole('group', { name: 'I am a' })).toHaveFocus()
  }
  expect(screen.getAllByText('Choose one')).toHaveLength(1)
  await expectAccessible(container)
})

test('the sought genders need a consent of their own, and can be left open', async () => {
  const asked = fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => ({ user: { id: '1' } }),
  })
  const { user, container } = await show(<Wizard />)
  const next = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('checkbox', { name: consent })).not.toBeChecked()
  await user.click(screen.getByRole('radio', { name: 'Woman' }))
  await user.click(screen.getByRole('checkbox', { name: 'Men' }))
  await next()
  expect(screen.getByText(/Tick the box/)).toBeVisible()
  expect(screen.getByText('Step 1 of 5')).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('checkbox', { name: consent }))
  await user.click(screen.getByRole('checkbox', { name: 'I’d rather not say' }))
  expect(screen.getByRole('checkbox', { name: 'Men' })).not.toBeChecked()
  expect(screen.queryByRole('checkbox', { name: consent })).toBeNull()
  expect(screen.getByText(/we show you everybody/)).toBeVisible()
  await expectAccessible(container)
  await next()
  expect(screen.getByText('Step 2 of 5')).toBeVisible()
  expect(asked).toEqual([])

  // Choosing after all asks anew.
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(screen.getByRole('checkbox', { name: 'Women' }))
  expect(screen.getByRole('checkbox', { name: 'I’d rather not say' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: consent })).not.toBeChecked()
})

test('a choice without the consent is not sent', () => {
  const answers = { ...emptyAnswers('1', 'NL'), gender: 'female' as const, seeks: ['male' as const], unsaid: true }
  const asked = fakeApi({ 'POST signup.php': () => ({ user: null }) })
  void signUp(answers, null, 'en', null, null, null, null, null)
  return waitFor(() => expect(lastBody(asked, 'signup.php')).toMatchObject({ seeks: [], consents: [] }))
})

test('showing the orientation is a question of its own, and changes with its answers', async () => {
  fakeApi({})
  const { user, container } = await show(<Wizard />)
  expect(screen.queryByRole('checkbox', { name: 'Show my orientation on my profile' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Woman' }))
  await user.click(screen.getByRole('checkbox', { name: 'Men' }))
  expect(screen.queryByRole('checkbox', { name: 'Show my orientation on my profile' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: consent }))
  const shows = screen.getByRole('checkbox', { name: 'Show my orientation on my profile' })
  expect(shows).not.toBeChecked()
  await user.click(shows)
  await expectAccessible(container)
  await user.click(screen.getByRole('checkbox', { name: 'Women' }))
  expect(shows).not.toBeChecked()
})

test.each([
  ['Allow', { consents: ['matching', 'attribution'], tracking: { network: 'n1', sub1: 'click' } }],
  ['Don’t allow', { consents: ['matching'] }],
  [null, { consents: ['matching'] }],
] as const)('the last step asks about the campaign; the answer %s decides', async (choice, sent) => {
  const asked = fakeApi({
    'GET geocode.php': () => ({ towns: [utrecht] }),
    'POST signup.php': () => ({ user: { id: '1' } }),
  })
  const singletons = new Singletons()
  singletons.get(createTracking).keep('?page=video&v=12.3&network=n1&sub1=click', '/signup')
  const { container } = await fillIn(null, choice, singletons)
  await expectAccessible(container)
  await waitFor(() => expect(lastBody(asked, 'signup.php')).toBeDefined())
  const body = lastBody(asked, 'signup.php') as Record<string, unknown>
  expect(body).toMatchObject({ ...sent, arrival: { page: 'video', version: 12, arm: 3, network: 'n1' } })
  if (choice !== 'Allow') expect(JSON.stringify(body)).not.toContain('click')
})

test('without a campaign there is nothing to ask', async () => {
  fakeApi({ 'GET geocode.php': () => ({ towns: [utrecht] }), 'POST signup.php': () => ({ user: { id: '1' } }) })
  await fillIn()
  expect(screen.queryByRole('radio', { name: 'Allow' })).toBeNull()
})

test('a field says what is wrong with it as soon as it is left, and a step begins in its first text field', async () => {
  fakeApi({ 'GET geocode.php': () => ({ towns: [] }) })
  const { user, container } = await show(<Wizard />)
  await user.click(screen.getByRole('radio', { name: 'Woman' }))
  await user.click(screen.getByRole('checkbox', { name: 'I’d rather not say' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByLabelText('Name')).toHaveFocus()
  await user.tab()
  expect(screen.getByLabelText('Name')).toBeValid()

  await user.type(screen.getByLabelText('Name'), '@ann')
  await user.tab()
  expect(screen.getByText('Username may not start with @')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await expectAccessible(container)

  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Ann')
  await user.type(screen.getByLabelText('Date of birth'), '1994-03-02')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByRole('combobox', { name: 'Town' }), 'Atlantis')
  await user.tab()
  expect(await screen.findByText('Choose a town from the list')).toBeVisible()
})
