import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { aPicture } from '@tests/people'
import { show } from '@tests/render'
import { useSettings } from '@/api/use-settings'
import { Photo } from './photo'
import { photoAddress } from './use-photo-address'

type Shown = Parameters<typeof Photo>[0]['photo']

/** A screen that reads the site's settings, as the app does before any photo. */
function Screen({ photo }: { photo: Shown }) {
  useSettings()
  return <Photo photo={photo} name="Anna" alt="Photo of Anna" />
}

async function photoOn(settings: object, photo: Shown) {
  fakeApi({ 'GET settings.php': () => ({ settings }) })
  await show(<Screen photo={photo} />)
  return screen.findByRole<HTMLImageElement>('img', { name: 'Photo of Anna' })
}

test('a photo has the address that the service signed where the site has no prefix', async () => {
  const image = await photoOn({ cdn_prefix: '' }, aPicture('anna-1'))
  expect(image).toHaveAttribute('src', '/media/anna-1/400.webp')
  expect(image.srcset).toBe('/media/anna-1/160.webp 160w, /media/anna-1/400.webp 400w, /media/anna-1/800.webp 800w')
})

test('the prefix of the site stands before each width of a photo', async () => {
  const image = await photoOn({ cdn_prefix: '/photos' }, aPicture('anna-1'))
  await waitFor(() => expect(image).toHaveAttribute('src', '/photos/media/anna-1/400.webp'))
  expect(image.srcset).toBe(
    '/photos/media/anna-1/160.webp 160w, /photos/media/anna-1/400.webp 400w, /photos/media/anna-1/800.webp 800w',
  )
})

test('the prefix of the site stands before a locked photo', async () => {
  const image = await photoOn({ cdn_prefix: '/photos' }, { locked: true, src: '/media/veiled/x.webp' })
  await waitFor(() => expect(image).toHaveAttribute('src', '/photos/media/veiled/x.webp'))
})

test('a photo by itself requests no settings', async () => {
  const asked = fakeApi({})
  await show(<Photo photo={aPicture('anna-1')} name="Anna" alt="Photo of Anna" />)
  expect(screen.getByRole('img', { name: 'Photo of Anna' })).toHaveAttribute('src', '/media/anna-1/400.webp')
  expect(asked).toEqual([])
})

test('previews of files and pictures of the app have no prefix', () => {
  for (const address of ['blob:http://localhost/1', '/assets/a.webp', '/api/staff-chat-photo.php?id=1'])
    expect(photoAddress('/photos', address)).toBe(address)
  expect(photoAddress('/photos', '/chat-media/x.webp')).toBe('/photos/chat-media/x.webp')
})
