import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../../tests/fake-api'
import { someLikes } from '../../../../tests/people'
import { expectAccessible, show } from '../../../../tests/render'
import type { Likes } from '../../../api/types'
import type { LikesType } from '../model/lists'
import { LikesScreen } from './likes-screen'

async function open(likes: Likes, type: LikesType = 'received') {
  fakeApi({ 'GET user.php': () => ({ user: { id: 'me' } }), 'GET likes.php': () => likes })
  return show(<LikesScreen type={type} action={(card) => <button type="button">Like {card.name}</button>} />, { at: '/likes' })
}

test('the tabs count, and new likes stand first and are called new', async () => {
  const { container } = await open(
    someLikes({ liked_by: [{ id: 'a', name: 'Anna' }, { id: 'b', name: 'Bo', like_new: true }], profiles: [{ id: 'c' }], total_new_likes: 1 }),
  )
  const cards = await screen.findAllByRole('article')
  expect(cards[0]).toHaveTextContent('NewBo, 29')
  expect(cards[1]).not.toHaveTextContent('New')
  expect(screen.getByRole('link', { name: 'Like you 2 1 new like' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'You like 1' })).toHaveAttribute('href', '/likes/sent')
  await expectAccessible(container)
})

test.each([
  ['received', 'No likes yet'],
  ['sent', 'You have not liked anyone yet'],
  ['matches', 'No matches yet'],
] as const)('an empty list of %s says why and what to do', async (type, title) => {
  const { container } = await open(someLikes({}), type)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search members' })).toHaveAttribute('href', '/members')
  await expectAccessible(container)
})
