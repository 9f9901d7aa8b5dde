import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ExperimentsScreen } from './experiments-screen'

const arm = { weight: 0.5, views: 1000, confirmed: 0, purchases: 0 }
const experiment = {
  id: 3,
  slug: 'spring',
  goal: 'sign_up',
  started_at: '2026-10-02T12:00:00Z',
  ended_at: null,
  arms: [
    { ...arm, id: 11, version: 1, sign_ups: 60 },
    { ...arm, id: 12, version: 2, sign_ups: 140 },
  ],
}
const nothing = { best: null, other: null, low: null, high: null }
const open = (finding: object) =>
  fakeApi({
    'GET marketing-pages.php': () => ({ pages: [], locales: ['en'], review: 'one' }),
    'GET marketing-experiments.php': () => ({ experiments: [{ ...experiment, finding }] }),
    'PUT marketing-experiments.php': () => ({}),
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

test('a share that leaves no visitors for one of the versions is refused', async () => {
  const live = {
    slug: 'spring',
    path: '/landers/spring',
    scene: 'gallery',
    state: 'live',
    live_version: 1,
    versions: 2,
  }
  const asked = fakeApi({
    'GET marketing-pages.php': () => ({ pages: [{ ...live, waiting: 0, has_experiment: false }], locales: ['en'] }),
    'GET marketing-experiments.php': () => ({ experiments: [] }),
  })
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
