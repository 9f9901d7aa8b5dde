import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aChat, aMessage } from '@tests/chat-makers'
import { aServer, openChat, someoneNew } from '@tests/chat-screen'
import { failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Chat } from '@/api/types'
import { translationChoices } from '@/features/chat/api/translation-choices'
import { ChatPreferences } from './chat-preferences'

const translator = { service: 'LibreTranslate', company: 'Pairwise B.V.', country: 'NL', host: 'translate.example.com' }
const dutch = 'Wat doe je op zondag, en hoe is het met je?'
const spoken = [
  aMessage(1, { text: dutch }),
  aMessage(2, { text: 'What are you doing on Sunday, and how is it?' }),
  aMessage(3, { text: 'Haha' }),
]
const chat = (more: Partial<Chat> = {}) => aChat({ messages: spoken, translator, ...more })
const translated = { text: 'What are you doing on Sunday?', language: 'nl' }

/** The places that are looked for in view, and a way to bring them there. */
let appear: () => void
beforeEach(() => {
  vi.unstubAllGlobals()
  const watching = new Set<IntersectionObserverCallback>()
  appear = () => act(() => watching.forEach((tell) => tell([{ isIntersecting: true }] as never, null as never)))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #tell: IntersectionObserverCallback
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell
      }
      observe = () => void watching.add(this.#tell)
      disconnect = () => void watching.delete(this.#tell)
    },
  )
})

const requests = (asked: ReturnType<typeof aServer>) =>
  asked.filter(({ path }) => path === 'chat-translation.php').map(({ body }) => body)

async function allow(user: Awaited<ReturnType<typeof openChat>>['user']) {
  const sheet = await screen.findByRole('dialog', { name: 'Translate with LibreTranslate' })
  expect(sheet).toHaveTextContent(/run by Pairwise B\.V\. \(Netherlands, translate\.example\.com\)/)
  await user.click(within(sheet).getByRole('button', { name: 'Translate messages' }))
}

test('a message in another language is translated once the service is allowed, and both texts are read in theirs', async () => {
  const asked = aServer(chat(), { 'POST chat-translation.php': () => translated })
  const { user, container, member } = await openChat()
  await user.click(await screen.findByRole('button', { name: 'Translate' }))
  expect(requests(asked)).toEqual([])
  await allow(user)

  expect(await screen.findByText(translated.text)).toHaveAttribute('lang', 'en')
  expect(screen.getByText(dutch).closest('[lang]')).toHaveAttribute('lang', 'nl')
  expect(screen.getByText('Translated by LibreTranslate')).toBeVisible()
  expect(requests(asked)).toEqual([{ message_id: 'm1', language: 'en' }])
  expect(translationChoices(member)).toEqual({ translator, always: [] })
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Hide translation' }))
  expect(screen.queryByText(translated.text)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Translate' }))
  expect(await screen.findByText(translated.text)).toBeVisible()
  expect(requests(asked)).toHaveLength(1)
})

test('a chat is translated as it comes into view, until that is stopped', async () => {
  const asked = aServer(chat(), {
    'POST chat-translation.php': ({ body }) =>
      (body as { message_id: string }).message_id === 'm1' ? translated : { text: 'Haha', language: 'en' },
  })
  const { user, member } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Translate this chat', hidden: true }))
  await allow(user)
  expect(requests(asked)).toEqual([])
  appear()

  expect(await screen.findByText(translated.text)).toBeVisible()
  await waitFor(() => expect(requests(asked)).toHaveLength(2))
  expect(requests(asked).map((body) => (body as { message_id: string }).message_id)).toEqual(['m1', 'm3'])
  expect(translationChoices(member)?.always).toEqual(['c1'])

  await user.click(screen.getByRole('button', { name: 'Stop translating', hidden: true }))
  expect(screen.queryByText(translated.text)).not.toBeInTheDocument()
  expect(translationChoices(member)?.always).toEqual([])
})

test('a failure says so and can be tried again', async () => {
  let isDown = true
  aServer(chat(), {
    'POST chat-translation.php': () => (isDown ? failure(503, 'translator_unavailable') : translated),
  })
  const { user } = await openChat()
  await user.click(await screen.findByRole('button', { name: 'Translate' }))
  await allow(user)
  expect(await screen.findByText(/Not translated/)).toBeVisible()
  expect(screen.getByText(dutch)).toBeVisible()

  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(translated.text)).toBeVisible()
})

test('the language that the browser detects goes with the message', async () => {
  const detect = vi.fn(async () => [{ detectedLanguage: 'no', confidence: 0.9 }])
  vi.stubGlobal('LanguageDetector', { availability: async () => 'available', create: async () => ({ detect }) })
  const asked = aServer(chat({ messages: [aMessage(1, { text: 'Hei' })] }), {
    'POST chat-translation.php': () => ({ text: 'Hello there', language: null }),
  })
  const { user } = await openChat()
  await user.click(await screen.findByRole('button', { name: 'Translate' }))
  await allow(user)

  expect(await screen.findByText('Hello there')).toBeVisible()
  expect(requests(asked)).toEqual([{ message_id: 'm1', language: 'en', source: 'nb' }])
})

test('nothing is offered where no service is named', async () => {
  aServer(chat({ translator: null }))
  await openChat()
  expect(await screen.findByText(dutch)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Translate/, hidden: true })).not.toBeInTheDocument()
})

test('another service than the allowed one is to be allowed again', async () => {
  const member = someoneNew()
  localStorage.setItem(
    `member:${member}:translation`,
    JSON.stringify({ translator: { ...translator, host: 'elsewhere.example' }, always: ['c1'] }),
  )
  const asked = aServer(chat(), { 'POST chat-translation.php': () => translated })
  await openChat({ member })
  appear()
  expect(await screen.findByRole('button', { name: 'Translate' })).toBeVisible()
  expect(requests(asked)).toEqual([])
})

test('the answer is taken back in the settings', async () => {
  const member = someoneNew()
  localStorage.setItem(`member:${member}:translation`, JSON.stringify({ translator, always: ['c1'] }))
  const { user } = await show(<ChatPreferences memberId={member} />)
  await user.click(screen.getByRole('switch', { name: 'Translate messages' }))
  expect(translationChoices(member)).toBeNull()
})
