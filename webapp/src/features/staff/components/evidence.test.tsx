import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskComplaint } from '@/api/types'
import { expectAccessible, show } from '@tests/render'
import { Evidence } from './evidence'

const message = {
  id: 'm1',
  sender_id: 'ann',
  kind: 'text',
  text: 'Send me money',
  gift: null,
  icebreaker: null,
  sent_at: '2026-06-01T11:00:00Z',
}
const complaint = {
  id: 'c1',
  number: 7,
  kind: 'chat',
  reporter_id: 'bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: 'She asks for money.',
  made_at: '2026-06-01T12:00:00Z',
  outcome: null,
  decision_id: null,
}
const showProof = (...evidence: object[]) =>
  show(<Evidence complaint={{ ...complaint, evidence } as unknown as DeskComplaint} onDecided={() => {}} />)

test('a report shows the messages that came with it', async () => {
  const { container } = await showProof(message)

  expect(screen.getByText('She asks for money.')).toBeVisible()
  expect(screen.getByText('Send me money')).toBeVisible()
  await expectAccessible(container)
})

test('a report of a chat without messages says so', async () => {
  await showProof()
  expect(screen.getByText('No messages came with it')).toBeVisible()
})

test.each(['verification', 'appeal', 'rule', 'chat'])(
  'the line over a case of the kind %s has words alone',
  async (kind) => {
    const one = { ...complaint, kind, reporter_id: null, evidence: [] } as unknown as DeskComplaint
    const { container } = await show(<Evidence complaint={one} onDecided={() => {}} />)
    expect(container).not.toHaveTextContent('false')
  },
)

test('a photo shown as proof stays blurred until the desk asks for it, and has words', async () => {
  const { user, container } = await showProof(
    { ...message, id: 'm2', kind: 'photo', text: '' },
    { ...message, id: 'm3', kind: 'photo', text: 'Me at the sea' },
  )
  const photo = await screen.findByAltText('Photo from Ann')
  expect(photo).toHaveAttribute('src', '/api/staff-chat-photo.php?message_id=m2')
  expect(screen.getByAltText('Me at the sea')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Show photo' })).toHaveLength(2)
  await expectAccessible(container)

  await user.click(screen.getAllByRole('button', { name: 'Show photo' })[0]!)
  expect(screen.getByRole('button', { name: 'Blur again' })).toHaveFocus()
  expect(screen.getAllByRole('button', { name: 'Show photo' })).toHaveLength(1)

  fireEvent.error(photo)
  expect(screen.getByText('This photo is no longer available')).toBeVisible()
})

test('a voice message shown as proof is read when it is played, and said to be gone', async () => {
  const { container } = await showProof({ ...message, id: 'm2', kind: 'voice', text: '' })
  const player = await screen.findByLabelText('Voice message from Ann')
  expect(player).toHaveAttribute('src', '/api/staff-chat-voice.php?message_id=m2')
  expect(player).toHaveAttribute('preload', 'none')
  await expectAccessible(container)

  fireEvent.error(player)
  expect(screen.getByText('This voice message is no longer available')).toBeVisible()
})

test('gifts and opening lines shown as proof are written in words', async () => {
  await showProof(
    { ...message, id: 'm2', kind: 'gift', gift: 'rose', text: '' },
    { ...message, id: 'm3', icebreaker: 'coffee', text: 'Tea or coffee?' },
  )

  const [gift, line] = within(await screen.findByRole('list', { name: 'Messages as proof' })).getAllByRole('listitem')
  expect(gift).toHaveTextContent('Gift: rose')
  expect(line).toHaveTextContent(/Opening line.*Tea or coffee\?/)
})

test('words of a like are shown below the answer or the blurred photo that they were for', async () => {
  const part = { photo_src: null, question: null, answer: null }
  const { container } = await showProof(
    { ...message, id: 'm2', kind: 'opener', part: { ...part, question: 'My perfect Sunday', answer: 'Bread' } },
    { ...message, id: 'm3', kind: 'opener', part: { ...part, photo_src: '/media/1/800.webp' } },
  )

  const [answer, photo] = within(await screen.findByRole('list', { name: 'Messages as proof' })).getAllByRole(
    'listitem',
  )
  expect(answer).toHaveTextContent(/My perfect Sunday – Bread.*Send me money/)
  expect(within(photo!).getByRole('img')).toHaveAttribute('src', '/media/1/800.webp')
  expect(within(photo!).getByRole('button', { name: 'Show photo' })).toBeVisible()
  await expectAccessible(container)
})

test('a report names its language, and what became of the earlier ones of its reporter', async () => {
  const german = {
    ...complaint,
    language: 'de',
    text: 'Sie will Geld.',
    evidence: [],
    reporter_decided: 4,
    reporter_upheld: 1,
  }
  await show(<Evidence complaint={german as unknown as DeskComplaint} onDecided={() => {}} />)

  expect(screen.getByText(/ · German · Earlier reports upheld: 1\/4$/)).toBeVisible()
  expect(screen.getByText('Sie will Geld.')).toHaveAttribute('lang', 'de')
})
