import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat } from '@tests/chat-screen'
import { pass, stopClock } from '@tests/clock'
import { expectAccessible, show } from '@tests/render'
import { Singletons } from '@/singletons'
import { createStarted } from '@/features/chat/api/start-conversation'
import { RemoveChatWith } from './remove-chat-with'
import { useStartConversation } from '@/features/chat/api/start-conversation'

test('a conversation that was started opens ready to write, once', async () => {
  aServer()
  const singletons = new Singletons()
  singletons.get(createStarted).start(freja.id)
  const { field, unmount } = await openChat({ singletons })
  expect(field).toHaveFocus()
  unmount()

  const again = await openChat({ singletons })
  expect(again.field).not.toHaveFocus()
})

test('starting a conversation reads its chat while the screen changes', async () => {
  const asked = aServer()
  const Start = () => {
    const start = useStartConversation()
    return <button onClick={() => start('freja')}>Start</button>
  }
  const { user, singletons } = await show(<Start />)
  await user.click(screen.getByRole('button', { name: 'Start' }))
  expect(asked.find(({ path }) => path === 'chat.php')?.query.get('profile')).toBe('freja')
  expect(singletons.get(createStarted).take('elsa')).toBe(false)
  expect(singletons.get(createStarted).take('freja')).toBe(true)
})

test('what was written with a member is removed from their profile, and an undo brings it back', async () => {
  const asked = aServer(undefined, { 'DELETE chat.php': () => ({}) })
  const { user, container } = await show(<RemoveChatWith profile={freja} />)
  const button = () => screen.findByRole('button', { name: 'Remove chat with Freja' })
  await button()
  await expectAccessible(container)
  stopClock()
  await user.click(await button())
  expect(screen.queryByRole('button', { name: 'Remove chat with Freja' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(await button())
  await pass(6_000)
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([{ profile_id: freja.id }])
})

test('without a conversation there is none to remove', async () => {
  aServer(undefined, {
    'GET chats.php': () => ({ chats: [aSummary('c2', { profile: null })], total_unread_messages: 0 }),
  })
  const { container } = await show(<RemoveChatWith profile={freja} />)
  expect(within(container).queryByRole('button')).toBeNull()
})
