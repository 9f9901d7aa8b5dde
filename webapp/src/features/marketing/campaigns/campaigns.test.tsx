import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { CampaignsScreen } from './campaigns-screen'

const text = {
  subject: 'New in Utrecht',
  others: [] as string[],
  preheader: 'Look',
  blocks: [{ kind: 'text', text: 'Hello' }],
  button: 'Open',
}
const campaign = {
  id: '7d0c9f3e-2c35-4f0e-8a0f-3b1a5c9d2e41',
  version: 3,
  state: 'draft',
  name: 'Spring',
  kind: 'promotions',
  audience: 'all',
  segment_id: null,
  holdout: 10,
  document: { texts: { en: text }, fallback: 'en', page: '/credits', code: null },
  series: null,
  closed_at: null,
  created_at: '2026-11-20T10:00:00Z',
  planned_at: null,
  started_at: null,
  finished_at: null,
}
const emails = { queued: 0, sent: 900, suppressed: 4, failed: 0 }
const segment = {
  id: '3b1a5c9d-2c35-4f0e-8a0f-7d0c9f3e2e41',
  version: 2,
  name: 'Utrecht, thirty',
  conditions: { countries: ['NL'], age_from: 30, age_to: null, has_bought: false },
  created_at: '2026-11-20T10:00:00Z',
}
const api = (one: unknown, more = {}) =>
  fakeApi({
    'GET marketing-campaigns.php': () => ({ campaigns: one ? [campaign] : [], locales: ['en', 'nl'] }),
    'GET marketing-campaign.php': () => one ?? failure(404, 'not_found'),
    'GET marketing-audience.php': () => ({ members: 1200, has_more: false, needed: 900, needed_for_subjects: null }),
    'GET marketing-segments.php': () => ({ segments: [segment], countries: ['DE', 'NL'], locales: ['en', 'nl'] }),
    'GET marketing-codes.php': () => ({ codes: [{ code: 'SPRING', state: 'active' }] }),
    ...more,
  })
const open = (path: string) =>
  show(
    <Routes>
      <Route path="marketing/campaigns/*" element={<CampaignsScreen />} />
    </Routes>,
    { at: `/marketing/campaigns${path}` },
  )

test('without campaigns the screen says what one is for', async () => {
  api(null)
  const { container } = await open('')
  expect(await screen.findByRole('heading', { name: 'No campaign emails yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write a campaign' })).toBeVisible()
  await expectAccessible(container)
})

test('a campaign is written, saved as a draft, and refused with the reason', async () => {
  const asked = api(null, {
    'POST marketing-campaign.php': () => failure(422, 'campaign_not_ready', { language: 'nl' }),
  })
  const { user, container } = await open(`/${campaign.id}`)
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Spring')
  expect(await screen.findByText('Members today: 1,200')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Discount code' }), 'SPRING')
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'New')
  await user.type(screen.getByRole('textbox', { name: 'Paragraph' }), 'Hello')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('nl')
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    id: campaign.id,
    name: 'Spring',
    document: { code: 'SPRING', texts: { en: { subject: 'New', blocks: [{ kind: 'text', text: 'Hello' }] } } },
  })
})

test('a code that cannot be used is refused at its field', async () => {
  api(
    { campaign, emails, result: null, progress: null, messages: [] },
    { 'PUT marketing-campaign.php': () => failure(422, 'discount_expired', { field: 'document.code' }) },
  )
  const { user, container } = await open(`/${campaign.id}`)
  const code = await screen.findByRole('combobox', { name: 'Discount code' })
  await user.selectOptions(code, await screen.findByRole('option', { name: 'SPRING' }))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('This code has expired')).toBeVisible()
  expect(code).toBeInvalid()
  expect(code).toHaveAccessibleDescription('This code has expired')
  await expectAccessible(container)
})

test('sending takes two presses, and a test goes to oneself', async () => {
  const asked = api(
    { campaign, emails, result: null, progress: null, messages: [] },
    { 'PUT marketing-campaign-state.php': () => ({}), 'POST marketing-campaign-test.php': () => ({}) },
  )
  const { user } = await open(`/${campaign.id}`)
  await user.click(await screen.findByRole('button', { name: 'Email me a test' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ id: campaign.id, locale: 'en' })
  await user.click(screen.getByRole('button', { name: 'Send campaign' }))
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Yes, send it' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ id: campaign.id, state: 'scheduled' })
})

test('the result says in a sentence whether the mail works, with its figures', async () => {
  const result = {
    goal: 'purchase',
    measured_until: '2026-12-04T10:00:00Z',
    mailed: 9000,
    mailed_reached: 900,
    held_back: 1000,
    held_back_reached: 40,
    conclusion: 'better',
    better: 'mail',
    low: 0.5,
    high: 3,
    effect_low: 0.5,
    effect_high: 3,
    is_too_small: false,
  }
  api({ campaign: { ...campaign, state: 'sent' }, emails, result, progress: null, messages: [] })
  const { container } = await open(`/${campaign.id}`)
  expect(await screen.findByText('The email works: at least 50% more than without it.')).toBeVisible()
  expect(screen.getByText('Effect of the email: between +50% and +300%')).toBeVisible()
  const row = screen.getByRole('row', { name: /With the email/ })
  expect(within(row).getByText('900 (10%)')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull()
  await expectAccessible(container)
})

test('a holdout that is too small is said before the sending and after it', async () => {
  const result = {
    goal: 'purchase',
    measured_until: '2026-12-04T10:00:00Z',
    mailed: 90,
    mailed_reached: 2,
    held_back: 10,
    held_back_reached: 0,
    conclusion: 'too_early',
    better: null,
    low: null,
    high: null,
    effect_low: -0.9,
    effect_high: null,
    is_too_small: true,
  }
  const few = {
    'GET marketing-audience.php': () => ({ members: 1200, has_more: false, needed: 4874, needed_for_subjects: null }),
  }
  api({ campaign, emails, result: null, progress: null, messages: [] }, few)
  const { unmount } = await open(`/${campaign.id}`)
  expect(await screen.findByText(/Too few to tell: .* Members needed: 4,874/)).toBeVisible()
  unmount()
  api({ campaign: { ...campaign, state: 'sent' }, emails, result, progress: null, messages: [] })
  await open(`/${campaign.id}`)
  expect(await screen.findByText('Too small to say: too few members reached the goal.')).toBeVisible()
  expect(screen.getByText('Effect of the email: at least -90%')).toBeVisible()
})

test('subjects are written in every language, and a trial says what it needs', async () => {
  const dutch = { ...text, subject: 'Nieuw in Utrecht' }
  const two = { ...campaign, document: { ...campaign.document, texts: { en: text, nl: dutch } } }
  const asked = api(
    { campaign: two, emails, result: null, progress: null, messages: [] },
    {
      'PUT marketing-campaign.php': () => ({}),
      'GET marketing-audience.php': ({ query }: { query: URLSearchParams }) => ({
        members: 1200,
        has_more: false,
        needed: 900,
        needed_for_subjects: query.get('subjects') ? 6000 : null,
      }),
    },
  )
  const { user, container } = await open(`/${campaign.id}`)
  await user.click(await screen.findByRole('button', { name: 'Try another subject' }))
  await user.type(screen.getByRole('textbox', { name: 'Subject B' }), 'Your week')
  expect(await screen.findByText(/Too few to compare subjects: .* Members needed: 6,000/)).toBeVisible()
  await expectAccessible(container)
  await user.selectOptions(within(screen.getByRole('form')).getByRole('combobox', { name: 'Language' }), 'Dutch')
  await user.type(screen.getByRole('textbox', { name: 'Subject B' }), 'Jouw week')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() =>
    expect(lastBody(asked, 'marketing-campaign.php')).toMatchObject({
      document: { texts: { en: { others: ['Your week'] }, nl: { others: ['Jouw week'] } } },
    }),
  )
})

test('the result says which subject brings more back', async () => {
  const counts = { queued: 2000, delivered: 1990, unsubscribed: 4, complained: 1 }
  const message = {
    day: 0,
    message: 0,
    subjects: [
      { ...counts, returned: 200 },
      { ...counts, returned: 420 },
    ],
    conclusion: 'better',
    best: 1,
    other: 0,
    low: 0.6,
    high: 1.6,
    is_too_small: false,
  }
  const tried = {
    ...campaign,
    state: 'sent',
    document: { ...campaign.document, texts: { en: { ...text, others: ['Your week'] } } },
  }
  api({ campaign: tried, emails, result: null, progress: null, messages: [message] })
  const { container, user } = await open(`/${campaign.id}`)
  expect(await screen.findByText('Subject B is better than subject A: between 60% and 160% more.')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^B: Your week/ })).getByText('420 (21.1%)')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Subject' }), 'B: Your week')
  expect(screen.getByTitle('Preview: Light')).toHaveAttribute('src', expect.stringContaining('subject=1'))
  await expectAccessible(container)
})

test('a campaign goes to a segment, with a larger holdout', async () => {
  const asked = api(
    { campaign, emails, result: null, progress: null, messages: [] },
    { 'PUT marketing-campaign.php': () => ({}) },
  )
  const { user } = await open(`/${campaign.id}`)
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Goes to' }),
    await screen.findByRole('option', { name: 'Utrecht, thirty' }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Get no email' }), '20%')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    audience: 'segment',
    segment_id: segment.id,
    holdout: 20,
  })
})

test('a segment is saved, counted and deleted', async () => {
  const asked = api(null, {
    'GET marketing-audience.php': () => ({ members: null, has_more: false, needed: 4874, needed_for_subjects: null }),
    'GET marketing-networks.php': () => ({ networks: [{ name: 'northwind' }], unknown: [] }),
    'POST marketing-segments.php': () => ({}),
    'DELETE marketing-segments.php': () => ({}),
  })
  const { user, container } = await open('/segments')
  expect(await screen.findByText(/Netherlands · Age: 30– · Without a purchase/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Count members' }))
  expect(await screen.findAllByText(/: Too few to count or to send to/)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'New segment' }))
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Away')
  await user.click(screen.getByRole('checkbox', { name: 'Germany' }))
  await user.click(await screen.findByRole('checkbox', { name: 'northwind' }))
  await user.type(screen.getByRole('spinbutton', { name: 'Days since last visit, from' }), '30')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save segment' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Away',
    conditions: { countries: ['DE'], networks: ['northwind'], away_from: 30 },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete segment' }))
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Delete segment' }))
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ id: segment.id })
})

const series = {
  starts: 'sign_up',
  stops: ['purchase'],
  day: 1,
  later: [
    { day: 3, document: { texts: { en: { ...text, subject: 'Third day' } }, fallback: 'en', page: '/', code: null } },
  ],
}

test('a series is written email by email, and its days must rise', async () => {
  const asked = api(
    { campaign, emails, result: null, progress: null, messages: [] },
    { 'PUT marketing-campaign.php': () => ({}) },
  )
  const { user, container } = await open(`/${campaign.id}`)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sends' }), 'Series of emails')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Begins' }), 'When a member signs up')
  await user.click(screen.getByRole('checkbox', { name: 'When they leave the audience' }))
  await user.click(screen.getByRole('button', { name: 'Add email' }))
  expect(screen.getByRole('radio', { name: 'Day 2' })).toBeChecked()
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Second')
  const day = screen.getByRole('spinbutton', { name: 'Day' })
  await user.clear(day)
  await user.type(day, '0')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText(/Each email needs a later day/)).toBeVisible()
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.clear(day)
  await user.type(day, '7')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    document: { texts: { en: { subject: 'New in Utrecht' } } },
    series: {
      starts: 'sign_up',
      stops: ['purchase', 'left'],
      day: 0,
      later: [{ day: 7, document: { page: '/credits', texts: { en: { subject: 'Second' } } } }],
    },
  })
})

test('a running series shows each email, is closed, and copied to be changed', async () => {
  const running = { ...campaign, state: 'sending', series }
  const messages = [
    { day: 1, members: 900, reached: 90, emails },
    { day: 3, members: 700, reached: 7, emails },
  ]
  const progress = { inside: 40, endings: [{ reason: 'bought', members: 97 }], messages }
  const asked = api(
    { campaign: running, emails, result: null, progress, messages: [] },
    {
      'PUT marketing-campaign-state.php': () => ({}),
      'POST marketing-campaign-test.php': () => ({}),
      'POST marketing-campaign.php': () => ({}),
    },
  )
  const { user, container } = await open(`/${campaign.id}`)
  expect(await screen.findByText('Running')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^3/ })).getByText('7 (1%)')).toBeVisible()
  expect(screen.getByText('Bought: 97')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Email' }), 'Day 3')
  await user.click(screen.getByRole('button', { name: 'Email me a test' }))
  await waitFor(() => expect(lastBody(asked, 'marketing-campaign-test.php')).toMatchObject({ message: 1 }))
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Close to new members' }))
  await waitFor(() => expect(lastBody(asked, 'marketing-campaign-state.php')).toMatchObject({ state: 'closed' }))
  await user.click(screen.getByRole('button', { name: 'Copy to a new draft' }))
  await waitFor(() => expect(lastBody(asked, 'marketing-campaign.php')).toMatchObject({ series, name: 'Spring' }))
})
