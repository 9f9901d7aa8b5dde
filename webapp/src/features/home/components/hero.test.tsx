import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { Hero } from './hero'

const words = {
  title: 'Good conversations',
  accent: 'start here.',
  text: 'Near you.',
  action: '',
  steps_title: '',
  steps: [],
}

test.each([
  [1, 0],
  [2, 1],
  [7, 1],
])('a site of niche %i has %i lines above the promise', async (niche, lines) => {
  const { container } = await show(<Hero words={words} niche={niche} title={null} actions={null} />)

  expect(container.querySelectorAll('p')).toHaveLength(1 + lines)
  await expectAccessible(container)
})
