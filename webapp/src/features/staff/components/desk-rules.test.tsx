import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { DeskRules } from './desk-rules'

const numbers = { matches: 0, broken: 0, nothing_wrong: 0, failures: 0 }
const simulation = { looked: 400, total: 400, members: 2, cases: 3, broken: 1, nothing_wrong: 2 }
const aRule = {
  id: 'r1',
  site: 'pairwise',
  name: 'Money',
  version: 2,
  state: 'off',
  content: ['profile'],
  words: ['crypto'],
  pattern: null,
  younger_than_days: null,
  reports: null,
  reports_days: null,
  severity: 'fraud',
  label: null,
  reason: 'fraud',
  hides: null,
  can_confirm: false,
  simulation: null,
  numbers,
}

test('a rule is tried step by step, and then switched on', async () => {
  let rule: object = aRule
  let steps = 0
  const asked = fakeApi({
    'GET staff-rules.php': () => ({ rules: [rule], sites: ['pairwise'] }),
    'POST staff-rule-simulation.php': () => {
      steps += 1
      const done = steps === 2
      rule = { ...aRule, simulation: done ? { ...simulation, done } : null }
      return {
        simulation: { ...simulation, done, looked: steps * 200 },
        samples: [{ member_id: `m${steps}`, case_id: null, number: null, found: ['crypto'], outcome: null }],
      }
    },
    'PUT staff-rule-state.php': () => ({}),
  })
  const { user, container } = await show(<DeskRules />)

  await user.click(await screen.findByRole('button', { name: 'Try on the last 30 days' }))
  await user.click(await screen.findByRole('button', { name: 'Switch on' }))

  const sent = (path: string) => asked.filter((each) => each.path.includes(path)).map(({ body }) => body)
  expect(sent('staff-rule-simulation.php')).toEqual([
    { rule_id: 'r1', again: true },
    { rule_id: 'r1', again: false },
  ])
  expect(sent('staff-rule-state.php')).toEqual([{ rule_id: 'r1', version: 2, seen: 'off', on: true }])
  expect(screen.getAllByRole('link', { name: 'Profile', hidden: true })).toHaveLength(2)
  await expectAccessible(container)
})
