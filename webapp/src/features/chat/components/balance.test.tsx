import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat } from '@tests/chat-makers'
import { aServer, sent } from '@tests/chat-screen'
import { failure } from '@tests/fake-api'
import { show } from '@tests/render'
import { fakeStreams } from '@tests/streams'
import { useUser } from '@/api/use-user'
import { LiveUpdates } from '@/live/live-updates'
import { ChatsScreen } from './chats-screen'

const price = (balance: number, version: number) => ({
  credits: 2,
  free_messages_left: 0,
  balance,
  wallet_version: version,
})
const late = { user: { id: 'ann', name: 'Ann', credits: 4, wallet_version: 4, paid_user: true } }

function Account() {
  return <p>Account: {useUser().user?.credits}</p>
}

async function openWithAccount() {
  fakeStreams()
  const view = await show(
    <>
      <LiveUpdates />
      <Account />
      <ChatsScreen of={{ conversation: 'c1' }} memberId="ann" />
    </>,
    { at: '/chats/c1' },
  )
  return { ...view, field: await screen.findByRole('textbox', { name: 'Message to Freja' }) }
}

const answersAbout = (asked: { path: string }[]) => asked.filter(({ path }) => path === 'user.php').length

test('the balance after a message is shown everywhere, and no later answer brings back an earlier one', async () => {
  const asked = aServer(aChat({ price: price(4, 4) }), {
    'GET user.php': () => late,
    'POST chat.php': ({ body }) => ({ ...sent((body as { id: string }).id, 'Hi'), price: price(2, 5) }),
  })
  const { user, field, publish } = await openWithAccount()
  expect(await screen.findByText('Account: 4')).toBeVisible()

  await user.type(field, 'Hi{Enter}')
  expect(await screen.findByText('Account: 2')).toBeVisible()

  act(() => publish('balance', { credits: 4, paid_user: true, wallet_version: 4 }))
  const before = answersAbout(asked)
  act(() => publish('hello', { cursor: 9 }))
  await waitFor(() => expect(answersAbout(asked)).toBeGreaterThan(before))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByText('Account: 2')).toBeVisible()
  expect(screen.getByRole('link', { name: /^2 credits/ })).toBeVisible()
})

test('a member in debt is told so and can buy', async () => {
  aServer(aChat(), { 'POST chat.php': () => failure(402, 'credits_owed') })
  const { user, field } = await openWithAccount()
  await user.type(field, 'Hi{Enter}')
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(/reversed/)
  expect(within(dialog).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/(credits|premium)\?next=/))
  expect(field).toHaveValue('Hi')
})

test('a refusal for want of credits corrects the balance everywhere', async () => {
  let wallet = price(4, 4)
  aServer(aChat(), {
    'GET user.php': () => late,
    'GET chat.php': ({ query }) => aChat({ price: wallet, ...(query.has('after') && { messages: [] }) }),
    'POST chat.php': () => {
      wallet = price(0, 7)
      return failure(402, 'not_enough_credits')
    },
  })
  const { user, field } = await openWithAccount()
  expect(await screen.findByText('Account: 4')).toBeVisible()
  await user.type(field, 'Hi{Enter}')
  expect(await screen.findByText('Account: 0')).toBeVisible()
})
