import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { MemberDesk } from './member-desk'

const later = '2026-06-01T13:00:00Z'
const ann = {
  id: 'ann',
  name: 'Ann',
  age: 30,
  town: 'Utrecht',
  country: 'NL',
  about: null,
  state: 'active',
  sanction: null,
  sanction_until: null,
  photos: [],
  decisions: [],
  complaints: [],
}

test('a profile is shown once a reason was stated', async () => {
  let isOpen = false
  const asked = fakeApi({
    'GET staff-access.php': () => ({ open_until: isOpen ? later : null }),
    'GET staff-member.php': () => ({ member: ann }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
    'POST staff-access.php': () => {
      isOpen = true
      return {}
    },
  })
  const { user, container } = await show(<MemberDesk id="ann" />)
  const why = await screen.findByLabelText('Why are you opening this profile?')
  expect(screen.queryByText('Ann, 30')).toBeNull()
  // A look before would be refused, and a refusal is a red line in the console.
  expect(asked.map(({ path }) => path)).toEqual(['staff-access.php'])
  await expectAccessible(container)

  await user.type(why, ' A telephone call ')
  await user.click(screen.getByRole('button', { name: 'Open profile' }))

  expect(await screen.findByRole('heading', { name: 'Ann, 30' })).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { member_id: 'ann', reason: 'A telephone call' },
  ])
})

test('a complaint that leads to a profile is the reason to open it', async () => {
  const asked = fakeApi({
    'GET staff-access.php': () => ({ open_until: later }),
    'GET staff-member.php': () => ({ member: ann }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
    'POST staff-access.php': () => ({}),
  })
  await show(<MemberDesk id="ann" />, { at: '/staff/member/ann?case=c1' })

  expect(await screen.findByRole('heading', { name: 'Ann, 30' })).toBeVisible()
  expect(asked.slice(0, 2)).toMatchObject([
    { method: 'POST', path: 'staff-access.php', body: { member_id: 'ann', case_id: 'c1' } },
    { method: 'GET', path: 'staff-member.php' },
  ])
})

test('the rule that was broken stands in the history', async () => {
  const decision = {
    id: 'd1',
    measure: 'warn',
    reason: 'fraud',
    ground: 'terms',
    facts: 'Asked for money.',
    template: null,
    automated: false,
    until: null,
    provisional: false,
    decided_at: '2026-06-01T12:00:00Z',
    appeal: null,
  }
  fakeApi({
    'GET staff-access.php': () => ({ open_until: later }),
    'GET staff-member.php': () => ({ member: { ...ann, decisions: [decision] } }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
  })
  await show(<MemberDesk id="ann" />)

  expect(await screen.findByText(/Fraud or asking for money · Our terms/)).toBeVisible()
})

test('once the hour is over the reason is asked for again', async () => {
  let isOpen = true
  const asked = fakeApi({
    'GET staff-access.php': () => ({ open_until: isOpen ? later : null }),
    'GET staff-member.php': () => ({ member: ann }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
  })
  const { user } = await show(<MemberDesk id="ann" />)
  await screen.findByRole('heading', { name: 'Ann, 30' })
  isOpen = false
  await user.click(screen.getByRole('button', { name: 'Show payments' }))

  expect(await screen.findByLabelText('Why are you opening this profile?')).toBeVisible()
  expect(asked.some(({ path }) => path === 'staff-payments.php')).toBe(false)
})

test('a fictional profile is marked', async () => {
  fakeApi({
    'GET staff-access.php': () => ({ open_until: later }),
    'GET staff-member.php': () => ({ member: { ...ann, fictional: true } }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
  })
  await show(<MemberDesk id="ann" />)

  expect(await screen.findByText('Fictional')).toBeVisible()
})
