import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aChat, aMessage, messages } from '@tests/chat-makers'
import { aServer, openChat } from '@tests/chat-screen'
import { expectAccessible } from '@tests/render'

const whole = [
  ...messages(1, 5),
  aMessage(6, { text: 'A Café' }),
  ...messages(7, 29),
  aMessage(30, { text: 'cafe again' }),
]

// jsdom does not scroll.
Element.prototype.scrollIntoView = vi.fn()

test('a search shows the newest hit, and the way back to one far away is loaded', async () => {
  aServer(aChat(), {
    'GET chat.php': ({ query }) => {
      const before = Number(query.get('before') ?? 31)
      const since = Number(query.get('since') ?? before - 10)
      const page = query.has('after') ? [] : whole.filter(({ seq }) => seq < before && seq >= since)
      return aChat({ messages: page, last_seq: 30, own_read_seq: 30, has_older: (page[0]?.seq ?? 1) > 1 })
    },
    'GET chat-search.php': ({ query }) =>
      query.get('words') === 'café'
        ? query.has('before')
          ? { messages: [{ id: whole[5]!.id, seq: 6 }], before: null }
          : { messages: [{ id: whole[29]!.id, seq: 30 }], before: 30 }
        : { messages: [], before: null },
  })
  const { user, container } = await openChat()
  await user.click(await screen.findByText('Search in chat'))
  const field = await screen.findByRole('searchbox', { name: 'Search this chat' })
  await waitFor(() => expect(field).toHaveFocus())
  await user.type(field, 'café')

  expect(await screen.findByText('1 of 1+')).toBeVisible()
  await waitFor(() => expect(container.querySelector('mark')).toHaveTextContent('cafe'))
  await user.type(field, '{Enter}')
  expect(await screen.findByText('1 of 2')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Older result' }))
  expect(await screen.findByText('2 of 2')).toBeVisible()
  await waitFor(() => expect(container.querySelector('mark')).toHaveTextContent('Café'))
  await expectAccessible(container)

  await user.clear(field)
  await user.type(field, 'nowhere')
  expect(await screen.findByText('No messages found')).toBeVisible()
  await user.type(field, '{Escape}')
  expect(screen.queryByRole('searchbox', { name: 'Search this chat' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'About this chat' })).toHaveFocus()
})

test('a far hit that comes late neither marks old words nor opens a search that was closed', async () => {
  let reach: (page: unknown) => void = () => {}
  aServer(aChat(), {
    'GET chat.php': ({ query }) => {
      if (query.has('since')) return new Promise((resolve) => (reach = resolve))
      const page = query.has('after') ? [] : whole.slice(20)
      return aChat({ messages: page, last_seq: 30, own_read_seq: 30, has_older: true })
    },
    'GET chat-search.php': ({ query }) =>
      query.get('words') === 'café'
        ? { messages: [{ id: whole[5]!.id, seq: 6 }], before: null }
        : { messages: [{ id: whole[29]!.id, seq: 30 }], before: null },
  })
  const far = () => aChat({ messages: whole.slice(0, 20), last_seq: 30, own_read_seq: 30, has_older: false })
  const { user, container } = await openChat()
  await user.click(await screen.findByText('Search in chat'))
  const field = await screen.findByRole('searchbox', { name: 'Search this chat' })
  await user.type(field, 'café')
  await screen.findByText('1 of 1')
  await user.clear(field)
  await user.type(field, 'again')
  await waitFor(() => expect(container.querySelector('mark')).toHaveTextContent('again'))
  await act(async () => reach(far()))
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['again'])

  await user.clear(field)
  await user.type(field, 'café')
  await screen.findByText('1 of 1')
  await user.click(screen.getByRole('button', { name: 'Close search' }))
  await act(async () => reach(far()))
  expect(screen.queryByRole('searchbox', { name: 'Search this chat' })).not.toBeInTheDocument()
})
