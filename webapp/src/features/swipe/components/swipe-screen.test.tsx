import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import type { Card } from '@/api/types'
import { SwipeScreen } from './swipe-screen'

const anna = aCard({ id: 'anna', name: 'Anna' })
const bea = aCard({ id: 'bea', name: 'Bea', fictional: true })
const deckOf = (...profiles: Card[]) => ({
  profiles,
  likes_left: 2,
  likes_a_day: 4,
  resets_at: '2026-05-02T00:00:00Z',
  last_pass: null as Card | null,
  last_like: null as Card | null,
})

async function open(first: ReturnType<typeof deckOf>, answers: Record<string, () => unknown> = {}) {
  let left = first.likes_left
  const onMatch = vi.fn()
  const asked = fakeApi({
    'GET swipe-game.php': () => first,
    'POST swipe-game.php': ({ body }) => {
      const { profile_id, like } = body as { profile_id: string; like: boolean }
      if (like) left -= 1
      return { profile_id, match: profile_id === 'bea' && like, likes_left: left, resets_at: first.resets_at }
    },
    'DELETE swipe-game.php': () => ({ like: false, seen: false }),
    ...answers,
  })
  const sent = () =>
    asked
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [
        method,
        (body as { profile_id: string; like?: boolean }).profile_id,
        (body as { like?: boolean }).like,
      ])
  return { onMatch, sent, ...(await show(<SwipeScreen onMatch={onMatch} />)) }
}

const status = () => screen.getAllByRole('status').find((one) => one.tagName === 'P')

test('the buttons pass, like and announce the result; fictional profiles are marked', async () => {
  const { user, sent, onMatch, container } = await open(deckOf(anna, bea))
  expect(await screen.findByRole('heading', { name: 'Anna, 29' })).toBeVisible()
  expect(screen.getByText('2 likes left today')).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Pass on Anna' }))
  expect(status()).toHaveTextContent('You passed on Anna.')
  expect(await screen.findByRole('heading', { name: 'Bea, 29' })).toBeVisible()
  expect(within(screen.getByRole('article')).getByText('Fictional')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Like Bea' }))
  expect(status()).toHaveTextContent('You like Bea.')
  await waitFor(() => expect(onMatch).toHaveBeenCalledExactlyOnceWith('bea'))
  expect(sent()).toEqual([
    ['POST', 'anna', false],
    ['POST', 'bea', true],
  ])
})

test('arrow keys play, and down takes the last pass back', async () => {
  const { user, sent } = await open(deckOf(anna, bea))
  await screen.findByRole('heading', { name: 'Anna, 29' })
  await user.keyboard('{ArrowLeft}')
  await screen.findByRole('heading', { name: 'Bea, 29' })
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('heading', { name: 'Anna, 29' })).toBeVisible()
  expect(status()).toHaveTextContent('Anna is back.')
  await user.keyboard('{ArrowRight}')
  await waitFor(() =>
    expect(sent()).toEqual([
      ['POST', 'anna', false],
      ['DELETE', 'anna', undefined],
      ['POST', 'anna', true],
    ]),
  )
  expect(screen.getByText('1 like left today, more at midnight')).toBeVisible()
})

test('the last like can be undone and is no longer counted; a seen like is reported', async () => {
  const { user, sent } = await open(deckOf(anna, bea), { 'DELETE swipe-game.php': () => ({ like: true, seen: true }) })
  await user.click(await screen.findByRole('button', { name: 'Like Anna' }))
  expect(await screen.findByText('1 like left today, more at midnight')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo like of Anna' }))
  expect(await screen.findByText('Anna is back. Your like had already been seen.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Anna, 29' })).toBeVisible()
  expect(screen.getByText('2 likes left today')).toBeVisible()
  expect(sent().at(-1)).toEqual(['DELETE', 'anna', undefined])
})

test('without likes left passing still works, and liking shows when there are more', async () => {
  const { user, sent } = await open({ ...deckOf(anna, bea), likes_left: 0 })
  await user.click(await screen.findByRole('button', { name: 'Like Anna' }))
  expect(screen.getByRole('heading', { name: 'Anna, 29' })).toBeVisible()
  expect(status()).toHaveTextContent('No likes left today, more at midnight')
  await user.click(screen.getByRole('button', { name: 'Pass on Anna' }))
  await waitFor(() => expect(sent()).toEqual([['POST', 'anna', false]]))
})

test('a decision that fails lies on top again', async () => {
  const { user } = await open(deckOf(anna, bea), { 'POST swipe-game.php': () => failure(403, 'no_swipe_likes_left') })
  await user.click(await screen.findByRole('button', { name: 'Like Anna' }))
  expect(await screen.findByText(/used today’s likes/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Anna, 29' })).toBeVisible()
  expect(screen.getByText('No likes left today, more at midnight')).toBeVisible()
})

test('the end offers search, and the last pass back', async () => {
  const { user, container } = await open(deckOf(anna))
  await user.click(await screen.findByRole('button', { name: 'Pass on Anna' }))
  expect(await screen.findByRole('heading', { name: 'You’ve seen everyone who fits' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search members' })).toHaveAttribute('href', '/members')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Undo pass on Anna' }))
  expect(await screen.findByRole('heading', { name: 'Anna, 29' })).toBeVisible()
})

test('a failed deck can be requested again', async () => {
  let isDown = true
  const { user } = await open(deckOf(anna), {
    'GET swipe-game.php': () => (isDown ? failure(500, 'internal') : deckOf(anna)),
  })
  await screen.findByRole('alert')
  isDown = false
  await user.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('heading', { name: 'Anna, 29' })).toBeVisible()
})
