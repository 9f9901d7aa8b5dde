import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import type { DeskQueue } from '@/api/types'
import { NewPhotos } from './new-photos'
import { PhotoCheck } from './photo-check'

const rule = (
  handling: DeskQueue['new_photos'][number]['handling'],
  model: string | null = null,
  site = 'pairwise',
) => ({
  site,
  handling,
  model,
})

test.each([
  [rule('shown'), /shown at once/],
  [rule('wait'), /wait here for a person/],
  [rule('wait', 'a1'), /with the image classifier’s score/],
  [rule('classified', 'a1'), /go by the image classifier/],
])('the desk says what happens to new photos', async (one, text) => {
  await show(<NewPhotos rules={[one]} />)
  expect(await screen.findByText(text)).toBeVisible()
})

test('sites that differ are named, sites that agree are not', async () => {
  const { container } = await show(<NewPhotos rules={[rule('shown'), rule('wait', null, 'iskra')]} />)
  expect(await screen.findByText(/pairwise: New photos are shown at once/)).toBeVisible()
  expect(screen.getByText(/iskra: New photos wait here/)).toBeVisible()
  await expectAccessible(container)
})

test('sites with the same rule share one line', async () => {
  await show(<NewPhotos rules={[rule('shown'), rule('shown', null, 'iskra')]} />)
  expect(await screen.findByText(/shown at once/)).toBeVisible()
  expect(screen.queryByText(/pairwise/)).toBeNull()
})

test('label and score are shown, or that there is no answer', async () => {
  await show(
    <>
      <PhotoCheck check={{ label: 'nude', score: 0.4567, failure: null }} />
      <PhotoCheck check={{ label: null, score: null, failure: 'timeout' }} />
    </>,
  )
  expect(await screen.findByText('Image classifier: nude, 45.7%')).toBeVisible()
  expect(screen.getByText(/gave no answer/)).toBeVisible()
})
