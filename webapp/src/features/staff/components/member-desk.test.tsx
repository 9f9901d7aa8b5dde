import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { MemberDesk } from './member-desk'

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
    'GET staff-member.php': () => (isOpen ? { member: ann } : failure(403, 'case_required')),
    'GET staff-facts.php': () => ({ account: null, context: null }),
    'POST staff-access.php': () => {
      isOpen = true
      return {}
    },
  })
  const { user, container } = await show(<MemberDesk id="ann" />)
  const why = await screen.findByLabelText('Why do you open this profile?')
  expect(screen.queryByText('Ann, 30')).toBeNull()
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
    'GET staff-member.php': () => ({ member: ann }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
    'POST staff-access.php': () => ({}),
  })
  await show(<MemberDesk id="ann" />, { at: '/staff/member/ann?case=c1' })

  expect(await screen.findByRole('heading', { name: 'Ann, 30' })).toBeVisible()
  const looks = asked.filter(({ path }) => path !== 'staff-facts.php')
  expect(looks.map(({ method, body }) => [method, body])).toMatchObject([
    ['POST', { member_id: 'ann', case_id: 'c1' }],
    ['GET', undefined],
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
    'GET staff-member.php': () => ({ member: { ...ann, decisions: [decision] } }),
    'GET staff-facts.php': () => ({ account: null, context: null }),
  })
  await show(<MemberDesk id="ann" />)

  expect(await screen.findByText(/Fraud or asking for money · Our terms/)).toBeVisible()
})
