import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard, someLikes } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { PartLike } from './part-like'

const part = { id: 'answer-1', question: 'My perfect Sunday', text: 'Bread' }

async function shown(opener_credits: number | null, answer: unknown = { profile_id: 'anna', match: false }) {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET settings.php': () => ({ settings: { opener_credits } }),
    'GET likes.php': () => someLikes({}),
    'POST like.php': () => answer,
  })
  const view = await show(<PartLike card={aCard({ id: 'anna' })} part={part} />)
  await waitFor(() => expect(asked.some(({ path }) => path === 'settings.php')).toBe(true))
  return { asked, ...view }
}

test('an answer is liked with a line of words, at the price that is named', async () => {
  const { asked, user } = await shown(2)
  await user.click(await screen.findByRole('button', { name: 'Like this answer' }))
  const dialog = screen.getByRole('dialog', { name: 'Your like for Anna' })
  expect(dialog).toHaveTextContent('Words cost 2 credits once Anna answers')
  await expectAccessible(dialog)
  await user.type(screen.getByRole('textbox'), ' Which bread? ')
  await user.click(screen.getByRole('button', { name: 'Send like' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    id: expect.any(String),
    profile_id: 'anna',
    part_id: 'answer-1',
    words: 'Which bread?',
  })
})

test('a refused like keeps the words', async () => {
  const { user } = await shown(0, failure(409, 'like_names_another'))
  await user.click(await screen.findByRole('button', { name: 'Like this answer' }))
  await user.type(screen.getByRole('textbox'), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send like' }))
  expect(await screen.findByText(/You already like something of theirs/)).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('Hello')
})

test('a site without such likes shows no heart', async () => {
  await shown(null)
  expect(screen.queryByRole('button')).toBeNull()
})
