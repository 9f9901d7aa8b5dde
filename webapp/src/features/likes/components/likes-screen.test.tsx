import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { someLikes } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import type { Likes, LikesPage } from '@/api/types'
import { createAnnouncements } from '@/features/likes/model/announcements'
import type { LikesType } from '@/features/likes/model/lists'
import { LikesScreen } from './likes-screen'

async function open(likes: Likes, type: LikesType = 'received', more: LikesPage = { likes: [], next_cursor: null }) {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET likes.php': ({ query }) => (query.get('cursor') ? more : likes),
    'PUT likes.php': () => ({ total_new_likes: 0 }),
    'POST like.php': () => ({ profile_id: 'a', match: true }),
  })
  return {
    asked,
    ...(await show(
      <LikesScreen type={type} action={(card) => <button type="button">Like {card.name}</button>} menu={() => null} />,
      {
        at: '/likes',
      },
    )),
  }
}

test('the tabs count, and new likes stand first and are called new', async () => {
  const { container } = await open(
    someLikes({
      liked_by: [
        { id: 'a', name: 'Anna' },
        { id: 'b', name: 'Bo', like_new: true },
      ],
      profiles: [{ id: 'c' }],
      total_new_likes: 1,
    }),
  )
  const cards = await screen.findAllByRole('article')
  expect(cards[0]).toHaveTextContent('NewBo, 29')
  expect(cards[1]).not.toHaveTextContent('New')
  expect(screen.getByRole('link', { name: 'Likes you 2 1 new like' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'You liked 1' })).toHaveAttribute('href', '/likes/sent')
  await expectAccessible(container)
})

test.each([
  ['received', 'No likes yet'],
  ['sent', 'You haven’t liked anyone yet'],
  ['matches', 'No matches yet'],
] as const)('an empty list of %s says why and what to do', async (type, title) => {
  const { container } = await open(someLikes({}), type)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search members' })).toHaveAttribute('href', '/members')
  await expectAccessible(container)
})

test('the next page is loaded by a button, and no member is listed twice', async () => {
  const first = someLikes({
    profiles: [
      { id: 'a', name: 'Anna' },
      { id: 'b', name: 'Bo' },
    ],
  })
  const more = someLikes({
    liked_by: [
      { id: 'b', name: 'Bo' },
      { id: 'c', name: 'Cleo' },
    ],
  }).liked_by
  const many = { ...first, counts: { ...first.counts, sent: 3 }, cursors: { ...first.cursors, sent: 'after-b' } }
  const { user, asked, container } = await open(many, 'sent', { likes: more, next_cursor: null })
  expect(await screen.findByRole('link', { name: 'You liked 3' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Cleo, 29')).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(asked.find(({ query }) => query.get('cursor'))?.query.get('type')).toBe('sent')
  await expectAccessible(container)
})

test('premium features are marked before the tap, and show no member', async () => {
  const likes = {
    ...someLikes({ total_new_likes: 3 }),
    veiled: { count: 3, new: 3, pictures: ['/media/veiled/x.webp'] },
  }
  const { asked, container } = await open({ ...likes, counts: { ...likes.counts, received: 3 } })
  expect(await screen.findByRole('heading', { name: '3 people like you' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go premium to see who' })).toHaveAttribute('href', '/premium')
  expect(screen.queryByRole('article')).toBeNull()
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  await expectAccessible(container)
})

test('a like for one thing comes first with its words, and one tap answers it and opens the chat', async () => {
  const part = {
    photo: null,
    answer: { question: 'My perfect Sunday', text: 'Bread' },
    words: 'Which bread?',
    hints: ['money' as const],
  }
  const { asked, container, user, singletons } = await open(
    someLikes({
      liked_by: [
        { id: 'b', name: 'Bo', like_new: true },
        { id: 'a', name: 'Anna', fictional: true, part },
      ],
    }),
  )
  const [first, ...others] = await screen.findAllByRole('article')
  expect(first).toHaveTextContent('Which bread?')
  expect(first).toHaveTextContent('My perfect Sunday')
  expect(first).toHaveTextContent('Fictional')
  expect(others).toHaveLength(1)
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Answer Anna: like back and open the chat' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ id: expect.any(String), profile_id: 'a' })
  const announcements = singletons.get(createAnnouncements)
  announcements.announce('a') // as the live event does
  expect(announcements.current()).toBeNull()
})
