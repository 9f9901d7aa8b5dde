import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { PhotoQueue } from './photo-queue'

const waiting = (name: string) => ({
  id: `photo-${name}`,
  member_id: `member-${name}`,
  name,
  age: 30,
  large_src: `/media/${name}/800.webp`,
  thumbhash: '',
  added_at: '2026-06-01T12:00:00Z',
})

test('photos are judged by one key each', async () => {
  const asked = fakeApi({
    'GET staff-photos.php': () => ({
      photos: [{ ...waiting('Ann'), fictional: true }, ...['Bea', 'Cat'].map(waiting)],
      waiting: 3,
    }),
    'POST staff-photos.php': () => ({}),
  })
  const { user, container } = await show(<PhotoQueue />)
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  expect(screen.getByText('Fictional')).toBeVisible()
  await expectAccessible(container)

  await user.keyboard('a')
  expect(await screen.findByAltText('Photo of Bea')).toBeVisible()
  await user.keyboard('4')
  expect(await screen.findByAltText('Photo of Cat')).toBeVisible()

  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent).toMatchObject([
    { photo_id: 'photo-Ann', seen: 'pending', reason: null },
    { photo_id: 'photo-Bea', seen: 'pending', reason: 'minor' },
  ])
  expect(screen.getByText(/Waiting: 1/)).toBeVisible()
})

test('a verdict that was not saved brings its photo back and says why', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: [waiting('Ann')], waiting: 1 }),
    'POST staff-photos.php': () => failure(422, 'validation_failed'),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.click(screen.getByRole('button', { name: /Approve/ }))

  expect(await screen.findByText(/Ann: not saved/)).toBeVisible()
  expect(screen.getByAltText('Photo of Ann')).toBeVisible()
})

test('one verdict that was not saved leaves the place, and its photo comes again at the end', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: ['Ann', 'Bea', 'Cat'].map(waiting), waiting: 3 }),
    'POST staff-photos.php': ({ body }) =>
      (body as { photo_id: string }).photo_id === 'photo-Ann' ? failure(422, 'validation_failed') : {},
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.keyboard('a')
  expect(await screen.findByText(/Ann: not saved/)).toBeVisible()
  expect(screen.getByAltText('Photo of Bea')).toBeVisible()
  await user.keyboard('aa')
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  expect(screen.getByText(/Waiting: 1/)).toBeVisible()
})

test('the last verdict can be gone back to and changed', async () => {
  const asked = fakeApi({
    'GET staff-photos.php': () => ({ photos: ['Ann', 'Bea'].map(waiting), waiting: 2 }),
    'POST staff-photos.php': () => ({}),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')
  expect(screen.queryByRole('button', { name: /Back to/ })).toBeNull()

  await user.keyboard('au')
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  expect(screen.getByText(/Ann is back/)).toBeVisible()
  await user.keyboard('1')
  expect(await screen.findByAltText('Photo of Bea')).toBeVisible()

  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
      { photo_id: 'photo-Ann', seen: 'pending', reason: null },
      { photo_id: 'photo-Ann', seen: 'active', reason: 'nudity' },
    ]),
  )
})

test('a photo decided by a colleague is gone, without an error', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: [waiting('Ann')], waiting: 1 }),
    'POST staff-photos.php': () => failure(409, 'already_decided'),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.keyboard('a')

  expect(await screen.findByText('No photo is waiting')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
