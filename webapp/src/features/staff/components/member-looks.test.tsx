import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { MemberConversations } from './member-conversations'
import { MemberPayments } from './member-payments'

const at = '2026-06-01T12:00:00Z'
const euros = (value: string) => ({ value, currency: 'EUR' })
const message = { kind: 'text', gift: null, icebreaker: null, sent_at: at, retracted_at: null, blocked: false }

test('payments are asked for when somebody wants them', async () => {
  const asked = fakeApi({
    'GET staff-access.php': () => ({ open_until: at }),
    'GET staff-payments.php': () => ({
      payments: [
        {
          id: 'p1',
          created_at: at,
          method: 'ideal',
          status: 'completed',
          amount: euros('19.99'),
          returned: euros('9.99'),
        },
        { id: 'p2', created_at: at, method: 'visa', status: 'requires_action', amount: euros('50.00'), returned: null },
      ],
      methods: [{ kind: 'card', brand: 'visa', last4: '4242', saved_at: at, removed: true }],
    }),
  })
  const { user, container } = await show(<MemberPayments id="ann" />)
  expect(asked).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Show payments' }))

  expect(await screen.findByText('€19.99')).toBeVisible()
  expect(screen.getByText(/paid · €9.99 refunded/)).toBeVisible()
  expect(screen.getByText(/waiting/)).toBeVisible()
  expect(screen.getByText(/4242/)).toBeVisible()
  expect(screen.getByText(/removed/)).toBeVisible()
  await expectAccessible(container)
})

test('payments that could not be loaded can be asked for again', async () => {
  fakeApi({
    'GET staff-access.php': () => ({ open_until: at }),
    'GET staff-payments.php': () => failure(503, 'unavailable'),
  })
  const { user } = await show(<MemberPayments id="ann" />)
  await user.click(screen.getByRole('button', { name: 'Show payments' }))

  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible()
})

test('a conversation is read page by page for a reason', async () => {
  const asked = fakeApi({
    'GET staff-access.php': () => ({ open_until: at }),
    'GET staff-conversations.php': () => ({
      conversations: [{ id: 'c1', partner_id: 'bo', partner_name: 'Bo', messages: 60, last_message_at: at }],
    }),
    'POST staff-conversation.php': ({ body }) =>
      (body as { before_seq?: number }).before_seq
        ? { partner_id: 'bo', messages: [{ ...message, id: 'm1', sender_id: 'ann', text: 'first' }], before_seq: null }
        : { partner_id: 'bo', messages: [{ ...message, id: 'm2', sender_id: 'bo', text: 'last' }], before_seq: 11 },
  })
  const { user, container } = await show(<MemberConversations id="ann" name="Ann" />)
  await user.click(screen.getByRole('button', { name: 'Show conversations' }))
  await user.click(await screen.findByRole('button', { name: 'Read conversation: Bo' }))
  await user.click(screen.getByRole('button', { name: 'Read conversation' }))
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0)

  await user.type(screen.getByLabelText('Why are you reading this conversation?'), ' A court ')
  await user.click(screen.getByRole('button', { name: 'Read conversation' }))
  expect(await screen.findByText('last')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show older messages' }))

  expect(await screen.findByText('first')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { member_id: 'ann', conversation_id: 'c1', reason: 'A court' },
    { member_id: 'ann', conversation_id: 'c1', reason: 'A court', before_seq: 11 },
  ])
  await expectAccessible(container)
})
