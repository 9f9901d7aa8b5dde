import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { freja } from '@tests/chat-makers'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Openers } from '@/api/types'
import OpenerQuote from './opener-quote'

const photo = { thumb_src: '/a', src: '/b', large_src: '/c', thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }
const part = (more: Partial<NonNullable<Openers['own']>>) => ({
  photo: null,
  answer: null,
  words: 'Hi',
  hints: [],
  ...more,
})

const opened = (openers: Partial<Openers>, own = true, words = 'Hi') => {
  fakeApi({ 'GET openers.php': () => ({ own: null, partner: null, ...openers }) })
  return show(<OpenerQuote partner={freja} own={own} words={words} />)
}

test('the words of a like stand below the photo or the answer that they are about', async () => {
  const { container, unmount } = await opened({ own: part({ photo }) })
  expect(await screen.findByRole('img', { name: 'Photo of Freja' })).toBeInTheDocument()
  await expectAccessible(container)
  unmount()

  await opened({ partner: part({ answer: { question: 'My perfect Sunday', text: 'Tea' } }) }, false)
  expect(await screen.findByText('Tea')).toBeVisible()
  expect(screen.getByText('My perfect Sunday')).toBeVisible()
})

test('a photo that was removed is said to be gone', async () => {
  await opened({ own: part({}) })
  expect(await screen.findByText('A photo or an answer that is gone')).toBeVisible()
})

test('a like with other words is not the one that the message came with', async () => {
  const answer = { question: '', text: 'Tea' }
  fakeApi({ 'GET openers.php': () => ({ own: part({ photo, words: 'Another' }), partner: part({ answer }) }) })
  await show(
    <>
      <OpenerQuote partner={freja} own words="Hi" />
      <OpenerQuote partner={freja} own={false} words="Hi" />
    </>,
  )
  expect(await screen.findByText('Tea')).toBeVisible()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})
