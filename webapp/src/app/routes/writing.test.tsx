import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { aCard } from '@tests/people'
import WritingRoute from './writing'

const waiting = {
  conversation_id: '7e4d2a91-6c35-4f08-b1d7-2a9c5e8f3b64',
  fictional_name: 'Lina',
  member_name: 'Ann',
  unread: 2,
  waiting_since: '2026-11-20T10:00:00Z',
  taken: false,
}
const settings = { name: 'Pairwise', countries: ['NL'], default_country: 'NL', message_length: 1000 }

function desk(conversations: object[]) {
  return fakeApi({
    'GET settings.php': () => ({ settings }),
    'GET fictional-queue.php': () => ({ conversations }),
    'GET fictional-profiles.php': () => ({
      profiles: [{ ...aCard({ name: 'Lina', fictional: true }), about: 'I am made up' }],
    }),
    'POST fictional-queue.php': () => ({
      expires_at: '2026-11-20T10:30:00Z',
      messages: [{ id: 'm', fictional: false, kind: 'text', text: 'Are you there?', sent_at: '2026-11-20T10:00:00Z' }],
    }),
    'POST fictional-answer.php': () => ({}),
    'DELETE fictional-queue.php': () => ({}),
    'PUT fictional-profiles.php': () => ({}),
    'DELETE fictional-account.php': () => ({}),
  })
}

test('without the role nothing is shown', async () => {
  const asked = fakeApi({ 'GET fictional-queue.php': () => failure(403, 'forbidden') })
  await show(<WritingRoute />)
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  expect(asked.map(({ path }) => path)).not.toContain('fictional-profiles.php')
})

test('a conversation is taken before it is read, and answered once', async () => {
  const asked = desk([waiting, { ...waiting, conversation_id: 'other', taken: true }])
  const { container, user } = await show(<WritingRoute />)
  const rows = await screen.findAllByText(/Ann to Lina/)
  expect(rows).toHaveLength(2)
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(await screen.findByText('Are you there?')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Answer as Lina' }), 'I am made up')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))

  expect(await screen.findByRole('heading', { name: 'Conversations waiting' })).toBeVisible()
  const sent = asked.filter(({ path }) => path === 'fictional-answer.php')
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body).toMatchObject({ conversation_id: waiting.conversation_id, text: 'I am made up' })
})

test('a conversation can be given back', async () => {
  const asked = desk([waiting])
  const { user } = await show(<WritingRoute />)
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  await user.click(await screen.findByRole('button', { name: 'Give back' }))
  expect(await screen.findByRole('button', { name: 'Answer' })).toBeVisible()
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('profiles are listed with a form for another one', async () => {
  desk([])
  await show(<WritingRoute />)
  const list = await screen.findByRole('region', { name: 'Profiles' })
  expect(await within(list).findByRole('link', { name: /Lina/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Make a profile' })).toBeDisabled()
})

test('the text of a profile is changed, and a profile is deleted after a question', async () => {
  const asked = desk([])
  const { user } = await show(<WritingRoute />)
  await user.click(await screen.findByRole('button', { name: 'Change text' }))
  const text = within(screen.getByRole('dialog', { name: 'Lina' })).getByRole('textbox', { name: 'About' })
  expect(text).toHaveValue('I am made up')
  await user.clear(text)
  await user.type(text, 'I like rivers')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Text changed')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Delete profile' }))
  const question = screen.getByRole('dialog', { name: 'Delete the profile of Lina?' })
  await user.click(within(question).getByRole('button', { name: 'Delete profile' }))
  expect(await screen.findByText('The profile of Lina was deleted')).toBeVisible()

  const acts = asked.filter(({ method }) => method === 'PUT' || method === 'DELETE')
  expect(acts.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT fictional-profiles.php',
    'DELETE fictional-account.php',
  ])
  expect(acts[0]!.body).toMatchObject({ about: 'I like rivers' })
})
