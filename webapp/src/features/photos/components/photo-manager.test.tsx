import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { OwnPhoto } from '@/api/types'
import { PhotoManager } from './photo-manager'

const photo = (id: string, more: Partial<OwnPhoto> = {}): OwnPhoto => ({
  id,
  status: 'active',
  reason: null,
  thumb_src: `/media/${id}/160.webp`,
  src: `/media/${id}/400.webp`,
  large_src: `/media/${id}/800.webp`,
  thumbhash: '',
  ...more,
})

/** Stands in for the browser's request, which alone knows how much has been sent. */
class Sending extends EventTarget {
  static last: Sending
  status = 0
  response: unknown = null
  sent: FormData | null = null
  aborted = false
  upload = new EventTarget()
  constructor() {
    super()
    Sending.last = this
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.dispatchEvent(new Event('load'))
  }
}

const file = (name = 'me.jpg') => new File(['x'], name, { type: 'image/jpeg' })

beforeEach(() => {
  Sending.last = new Sending()
  vi.stubGlobal('XMLHttpRequest', Sending)
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => {}
})

async function open(photos: OwnPhoto[], limit = 3) {
  const own = { photos, limit, premium_limit: 25 }
  const asked = fakeApi({
    'GET photo.php': () => own,
    'GET profile.php': () => failure(404, 'not_found'),
    'PUT photo.php': ({ body }) => ({ ...own, photos: (body as { order: string[] }).order.map((id) => photo(id)) }),
    'DELETE photo.php': () => ({ ...own, photos: photos.slice(1) }),
  })
  const shown = await show(<PhotoManager />)
  await screen.findByText(`${photos.length} of ${limit}`)
  return { asked, ...shown }
}

test('shows the main photo, photos under review, and the reason of a rejection', async () => {
  const { container } = await open([
    photo('a'),
    photo('b', { status: 'pending' }),
    photo('c', { status: 'rejected', reason: 'unclear' }),
  ])
  expect(screen.getByText('Main photo')).toBeVisible()
  expect(screen.getByText('Being checked')).toBeVisible()
  expect(screen.getByText(/You can’t be seen clearly/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See premium' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  await expectAccessible(container)
})

test('a chosen file is sent with an id of its own, and is a photo when the server says so', async () => {
  const { container } = await open([])
  await userEvent.upload(container.querySelector('input[multiple]')!, file())
  await waitFor(() => expect(Sending.last.sent?.get('photo')).toBeInstanceOf(File))
  const id = Sending.last.sent!.get('id') as string
  expect(id).toMatch(/^[0-9a-f-]{36}$/)

  Sending.last.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 4 }))
  expect(await screen.findByText('Uploading, 25%')).toBeVisible()
  Sending.last.answer(201, { photo: photo(id) })

  expect(await screen.findByAltText('Photo 1 of 1')).toBeVisible()
  expect(await screen.findByText('Photo added')).toBeVisible()
  await expectAccessible(container)
})

test('a refused upload shows its reason and is retried with the same id', async () => {
  const { container, user } = await open([])
  await userEvent.upload(container.querySelector('input[multiple]')!, file())
  await waitFor(() => expect(Sending.last.sent).not.toBeNull())
  const first = Sending.last
  first.answer(422, { error: { code: 'photo_too_small', message: '', pixels: 200 } })

  expect(await screen.findByText(/at least 200 pixels/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(Sending.last).not.toBe(first))
  expect(Sending.last.sent!.get('id')).toBe(first.sent!.get('id'))
})

test('an upload can be cancelled', async () => {
  const { container, user } = await open([])
  await userEvent.upload(container.querySelector('input[multiple]')!, file())
  await waitFor(() => expect(Sending.last.sent).not.toBeNull())

  await user.click(screen.getByRole('button', { name: 'Cancel upload' }))

  expect(Sending.last.aborted).toBe(true)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('surplus files are left out and reported', async () => {
  const { container } = await open([photo('a'), photo('b')])
  await userEvent.upload(container.querySelector('input[multiple]')!, [file('1.jpg'), file('2.jpg')])

  expect(await screen.findByText(/Not all of them fit/)).toBeVisible()
  expect(screen.getAllByRole('progressbar')).toHaveLength(1)
})

test('another photo becomes the main one', async () => {
  const { asked, user } = await open([photo('a'), photo('b')])
  await user.click(screen.getAllByText('Make main photo', { ignore: false })[0]!)

  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ order: ['b', 'a'] }))
  expect(await screen.findByText('Main photo updated')).toBeVisible()
})

test('a photo is deleted after a question', async () => {
  const { asked, user } = await open([photo('a')])
  await user.click(screen.getByText('Delete photo'))
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(screen.getAllByRole('button', { name: 'Delete photo' }).at(-1)!)

  expect(await screen.findByText('Photo deleted')).toBeVisible()
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ photo_id: 'a' })
})
