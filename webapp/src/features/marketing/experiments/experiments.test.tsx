import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ExperimentsScreen } from './experiments-screen'

const arm = {
  weight: 0.5,
  copied_from: '',
  views: 1000,
  bounced: 500,
  suspects: 0,
  confirmed: 0,
  purchases: 0,
  refunds: 0,
  net_revenue: {},
}
const experiment = {
  id: 3,
  slug: 'spring',
  goal: 'sign_up',
  started_at: '2026-10-02T12:00:00Z',
  ended_at: null,
  paused_at: null,
  note: '',
  guards: [],
  days: [],
  devices: [],
  arms: [
    { ...arm, id: 11, version: 1, sign_ups: 60 },
    { ...arm, id: 12, version: 2, sign_ups: 140 },
  ],
}
const nothing = { best: null, other: null, low: null, high: null }
const open = (finding: object, more: object = {}) =>
  fakeApi({
    'GET marketing-pages.php': () => ({ pages: [], locales: ['en'], review: 'one' }),
    'GET marketing-experiments.php': () => ({ experiments: [{ ...experiment, finding, ...more }] }),
    'PUT marketing-experiments.php': () => ({}),
    'PUT marketing-experiment.php': () => ({}),
  })

test('the winner of an experiment is named in one sentence and applied by one press', async () => {
  const asked = open({ conclusion: 'better', best: 12, other: 11, low: 0.5, high: 2.4 })
  const { container } = await show(<ExperimentsScreen />)
  expect(await screen.findByText('Version 2 is better than version 1: between 50% and 240% more.')).toBeVisible()
  await expectAccessible(container)
  await userEvent.click(screen.getByRole('button', { name: 'Ship the winner' }))
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ experiment: 3, ship: 12 }])
})

test.each([
  [{ ...nothing, conclusion: 'too_early' }, 'Too early to say.'],
  [{ ...nothing, conclusion: 'no_difference', high: 0.08 }, 'No difference larger than 8%.'],
  [{ ...nothing, conclusion: 'split_is_off' }, 'Don’t trust this: visitors were not split as planned.'],
])('without a winner there is none to ship', async (finding, sentence) => {
  open(finding)
  await show(<ExperimentsScreen />)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ship the winner' })).toBeNull()
})

test('a winner with a worse guard says so, each day has its sentence, and the experiment can be paused', async () => {
  const better = { conclusion: 'better', best: 12, other: 11, low: 0.5, high: 2.4 }
  const days = [
    { ...nothing, conclusion: 'too_early', day: '2026-10-02' },
    { ...better, day: '2026-10-03' },
  ]
  const asked = open(better, { guards: ['bounced'], days })
  const { user } = await show(<ExperimentsScreen />)
  expect(await screen.findByText(/more of this than another version: Bounced/)).toBeVisible()
  await user.click(screen.getByText('Day by day'))
  expect(screen.getByRole('cell', { name: 'Too early to say.' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await user.type(screen.getByLabelText('Note'), 'Slow')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { experiment: 3, is_paused: true },
    { experiment: 3, note: 'Slow' },
  ])
})

const live = {
  slug: 'spring',
  path: '/landers/spring',
  scene: 'gallery',
  state: 'live',
  live_version: 1,
  versions: 4,
  waiting: 0,
  has_experiment: false,
}
const openForm = (pages: object[] = [live]) =>
  fakeApi({
    'GET marketing-pages.php': () => ({ pages, locales: ['en'] }),
    'GET marketing-experiments.php': () => ({ experiments: [] }),
    'GET marketing-experiment-estimate.php': ({ query }) =>
      query.get('views')
        ? { views_a_day: 800, rate: 0.02, durations: [{ lift: 0.2, days: 106 }] }
        : { views_a_day: null, rate: null, durations: [] },
    'POST marketing-experiments.php': () => ({ id: 1 }),
  })

test('a page is split between up to four versions, and the days it takes are shown before', async () => {
  const asked = openForm()
  const { container, user } = await show(<ExperimentsScreen />)
  const add = await screen.findByRole('button', { name: 'Add a version' })
  await user.click(add)
  await user.click(add)
  expect(screen.queryByRole('button', { name: 'Add a version' })).toBeNull()
  await user.type(screen.getByLabelText('Visitors per day'), '800')
  expect(await screen.findByRole('row', { name: '20% better 106' })).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Start' }))
  const body = asked.find(({ method }) => method === 'POST')?.body
  expect(body).toMatchObject({ arms: [1, 4, 3, 2].map((version) => ({ version, weight: 0.25 })) })
})

test('an experiment on net revenue shows what each version brought', async () => {
  const nothingYet = { conclusion: 'too_early', ...nothing }
  const arms = [{ ...experiment.arms[0], net_revenue: { EUR: 12_345, CHF: 500 } }, experiment.arms[1]]
  open(nothingYet, { goal: 'net_revenue', arms })
  await show(<ExperimentsScreen />)
  expect(await screen.findByRole('columnheader', { name: 'Net revenue, 14 days' })).toBeVisible()
  expect(screen.getByRole('cell', { name: /€123\.45 \+ CHF.5\.00/ })).toBeVisible()
})

test('a version of another live page is one of the arms', async () => {
  const autumn = { ...live, slug: 'autumn', live_version: 2 }
  const member = { ...live, slug: 'her', scene: 'member' }
  const asked = openForm([live, autumn, member])
  const { user } = await show(<ExperimentsScreen />)
  const second = await screen.findByLabelText('Version B')
  expect(within(second).queryByRole('option', { name: 'her' })).toBeNull()
  await user.selectOptions(second, 'autumn')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    slug: 'spring',
    arms: [{ version: 1 }, { version: 2, page: 'autumn' }],
  })
})

test('a share that leaves no visitors for one of the versions is refused', async () => {
  const asked = openForm()
  await show(<ExperimentsScreen />)
  const share = await screen.findByLabelText('Share of version A, in percent')
  for (const wrong of ['0', '100', '-5']) {
    await userEvent.clear(share)
    await userEvent.type(share, wrong)
    await userEvent.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText('The shares have to add up to 100%.')).toBeVisible()
  }
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test('the rates by device of an ended experiment are shown', async () => {
  const devices = [
    { device: 'phone', arm: 11, views: 700, reached: 35 },
    { device: 'phone', arm: 12, views: 650, reached: 65 },
    { device: '', arm: 11, views: 0, reached: 0 },
    { device: '', arm: 12, views: 2, reached: 1 },
  ]
  open({ ...nothing, conclusion: 'too_early' }, { devices, ended_at: '2026-10-20T12:00:00Z' })
  const { container } = await show(<ExperimentsScreen />)
  await userEvent.click(await screen.findByText('By device: Sign-up'))
  expect(screen.getByRole('row', { name: 'Phone 5% (35 of 700) 10% (65 of 650)' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'none – 50% (1 of 2)' })).toBeVisible()
  await expectAccessible(container)
})
