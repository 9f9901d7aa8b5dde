import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat, settings } from '@tests/chat-screen'
import { failure } from '@tests/fake-api'
import { expectAccessible } from '@tests/render'
import { Singletons } from '@/singletons'

const aPhoto = {
  veiled: false,
  doubtful: false,
  thumb_src: '/t.webp',
  src: '/s.webp',
  large_src: '/l.webp',
  thumbhash: null,
  width: 800,
  height: 600,
}

test('a photo shows its price before it is sent, goes with its description, and stands in the chat', async () => {
  aServer(aChat(), { 'GET settings.php': () => ({ settings: { ...settings, photo_credits: 4 } }) })
  const { user, container } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  expect(await within(dialog).findByText('This photo: 4 credits · 18 left')).toBeVisible()

  await user.upload(
    within(dialog).getByLabelText('Choose a photo', { selector: 'input' }),
    new File(['x'], 'beach.jpg', { type: 'image/jpeg' }),
  )

  expect(await within(dialog).findByRole('textbox', { name: /Description/ })).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Send photo' })).toBeEnabled()
  await expectAccessible(container)
})

test('too few credits are said once there is a photo to send, and that free messages do not cover it', async () => {
  const asked = aServer(aChat({ price: { credits: 0, free_messages_left: 2, balance: 3, wallet_version: 1 } }), {
    'GET settings.php': () => ({ settings: { ...settings, photo_credits: 4 } }),
  })
  const { user, container } = await openChat()
  await screen.findByText(/2 left/)
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  expect(screen.queryByRole('dialog', { name: 'Not enough credits' })).toBeNull()
  const sheet = await screen.findByRole('dialog')
  expect(sheet).toHaveTextContent('This photo: 4 credits · 3 left')
  expect(sheet).toHaveTextContent('Free messages don’t cover photos.')
  const [picker] = within(sheet).getAllByLabelText('Choose a photo', { selector: 'input' })
  await user.upload(picker!, new File(['x'], 'me.jpg', { type: 'image/jpeg' }))
  await user.click(await within(sheet).findByRole('button', { name: 'Send photo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Not enough credits' })
  expect(dialog).toHaveTextContent('This photo costs 4 credits and you have 3. Free messages don’t cover photos.')
  expect(dialog).toHaveTextContent('We’ve kept your draft.')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  await expectAccessible(container)
})

test('a stranger’s photo is opened by its reader, and seen large', async () => {
  const veiled = { ...aPhoto, veiled: true, src: '/locked.webp', thumb_src: '/locked.webp', large_src: '/locked.webp' }
  const asked = aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: veiled })] }), {
    'PUT chat-photo.php': () => ({ message: aMessage(1, { kind: 'photo', text: '', photo: aPhoto }) }),
  })
  const { user, container } = await openChat()
  expect(container.querySelector('img[src="/s.webp"]')).toBeNull()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Show photo' }))

  const photo = await screen.findByRole('button', { name: 'Photo from Freja' })
  expect(photo).toHaveFocus()
  await user.click(photo)
  expect(await screen.findByRole('dialog', { name: 'Photo' })).toBeVisible()
  expect(asked.find(({ method, path }) => method === 'PUT' && path === 'chat-photo.php')?.body).toEqual({
    message_id: 'm1',
  })
})

test('a doubtful photo says why it is blurred, to its reader and to its sender', async () => {
  const doubtful = { ...aPhoto, doubtful: true }
  const messages = [
    aMessage(1, { kind: 'photo', text: '', photo: { ...doubtful, veiled: true } }),
    aMessage(2, { kind: 'photo', text: '', photo: doubtful, own: true }),
    aMessage(3, { kind: 'photo', text: '', photo: doubtful }),
  ]
  aServer(aChat({ messages }))
  const { container } = await openChat()

  expect(await screen.findByText('Blurred, because it may show something you’d rather not see.')).toBeVisible()
  expect(screen.getAllByText('It arrives blurred, because our photo check wasn’t sure about it.')).toHaveLength(1)
  await expectAccessible(container)
})

test('a photo with expired links is requested again, also an opened one, and is gone only if the server says so', async () => {
  const veiled = { ...aPhoto, veiled: true, src: '/locked.webp', thumb_src: '/locked.webp', large_src: '/locked.webp' }
  let answer: () => unknown = () => ({
    message: aMessage(1, { kind: 'photo', text: '', photo: { ...aPhoto, src: '/newer.webp' } }),
  })
  aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: veiled })] }), {
    'PUT chat-photo.php': () => ({ message: aMessage(1, { kind: 'photo', text: '', photo: aPhoto }) }),
    'GET chat-photo.php': () => answer(),
  })
  const { user, container } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Show photo' }))
  fireEvent.error(await screen.findByRole('img', { name: 'Photo from Freja' }))
  await waitFor(() => expect(container.querySelector('img[src="/newer.webp"]')).not.toBeNull())

  vi.setSystemTime(Date.now() + 61_000)
  answer = () => failure(500, 'internal')
  fireEvent.error(screen.getByRole('img', { name: 'Photo from Freja' }))
  vi.setSystemTime(Date.now() + 61_000)
  answer = () => failure(404, 'not_found')
  expect(screen.queryByText('This photo is no longer available')).not.toBeInTheDocument()
  fireEvent.error(screen.getByRole('img', { name: 'Photo from Freja' }))
  expect(await screen.findByText('This photo is no longer available')).toBeVisible()
  vi.useRealTimers()
})

test('a photo of a deleted sender is shown as deleted, and the list names the kind of message', async () => {
  aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: null })] }), {
    'GET chats.php': () => ({
      chats: [
        aSummary('c1', {
          profile: freja,
          last_message: {
            kind: 'photo',
            text: '',
            gift: null,
            call: null,
            own: true,
            retracted: false,
            sent_at: '2026-11-20T12:00:00Z',
          },
        }),
      ],
      total_unread_messages: 0,
    }),
  })
  await openChat()
  expect(screen.getByText('This photo is no longer available')).toBeVisible()
  expect(await screen.findByText('You: Photo')).toBeVisible()
})

const choose = async (user: Awaited<ReturnType<typeof openChat>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  const sheet = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  const [picker] = within(sheet).getAllByLabelText('Choose a photo', { selector: 'input' })
  await user.upload(picker!, new File(['x'], 'me.jpg', { type: 'image/jpeg' }))
  await user.type(await within(sheet).findByRole('textbox', { name: /Description/ }), 'Our boat')
  return sheet
}

test('a photo that was chosen and not sent stays above the composer, also on the way to the shop and back', async () => {
  aServer()
  const singletons = new Singletons()
  const { user, container, member, unmount } = await openChat({ singletons })
  await user.click(within(await choose(user)).getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('group', { name: 'Photo not sent yet' })).toHaveTextContent('Our boat')
  unmount()

  await openChat({ member, singletons })
  const bar = screen.getByRole('group', { name: 'Photo not sent yet' })
  await expectAccessible(container)
  const open = within(bar).getByRole('button', { name: 'Continue' })
  await waitFor(() => expect(open).toBeEnabled())
  await user.click(open)
  const sheet = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  expect(within(sheet).getByRole('textbox', { name: /Description/ })).toHaveValue('Our boat')
  expect(within(sheet).getByRole('button', { name: 'Send photo' })).toBeEnabled()
})

test('a photo that is removed leaves the composer and the device', async () => {
  aServer()
  const singletons = new Singletons()
  const { user, member, unmount } = await openChat({ singletons })
  await user.click(within(await choose(user)).getByRole('button', { name: 'Remove photo' }))
  expect(screen.queryByRole('group', { name: 'Photo not sent yet' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send a photo' })).toHaveFocus()
  unmount()

  await openChat({ member, singletons })
  expect(screen.queryByRole('group', { name: 'Photo not sent yet' })).toBeNull()
})
