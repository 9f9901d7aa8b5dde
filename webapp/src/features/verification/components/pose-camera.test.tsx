import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { ApiError } from '@/api/api-error'
import type { PoseDraw } from '@/api/types'
import { PoseCamera } from './pose-camera'

const draw: PoseDraw = {
  id: 'd',
  poses: ['open_hand', 'look_up'],
  expires_at: '2026-11-28T12:05:00Z',
  seconds_left: 300,
  consents: false,
}
const stopped = vi.fn()

/** A camera, or the error that a browser has for it. */
function camera(failure?: string) {
  const stream = { getTracks: () => [{ stop: stopped }] }
  const getUserMedia = () =>
    failure ? Promise.reject(new DOMException('no', failure)) : Promise.resolve(stream as unknown as MediaStream)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
}

beforeEach(() => {
  stopped.mockReset()
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => {}
  const media = HTMLMediaElement.prototype
  Object.defineProperty(media, 'srcObject', { configurable: true, set() {} })
  media.play = () => Promise.resolve()
  Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { configurable: true, get: () => 640 })
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage() {} })) as never
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['x'], { type: 'image/jpeg' }))
})

const nothing = () => Promise.resolve()

test('a picture of each pose is taken, may be taken again, and both are sent', async () => {
  camera()
  const onSend = vi.fn(nothing)
  const { container, user } = await show(<PoseCamera draw={draw} onSend={onSend} onNewPoses={nothing} />)
  expect(await screen.findByRole('heading', { name: 'Hold an open hand beside your face' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Take the picture' }))
  expect(await screen.findByAltText('The picture you took')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take it again' }))
  expect(screen.queryByAltText('The picture you took')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take the picture' }))
  await expectAccessible(container)
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }))
  expect(await screen.findByRole('heading', { name: 'Lift your chin and look up' })).toHaveFocus()
  expect(onSend).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Take the picture' }))
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }))
  expect(onSend).toHaveBeenCalledExactlyOnceWith([expect.any(Blob), expect.any(Blob)])
  expect(stopped).toHaveBeenCalled()
})

test('of two pictures that are the same the second is taken once more', async () => {
  camera()
  const onSend = vi.fn(nothing)
  onSend.mockRejectedValueOnce(new ApiError(422, { code: 'pictures_alike' } as never))
  const { user } = await show(<PoseCamera draw={draw} onSend={onSend} onNewPoses={nothing} />)
  for (let pictures = 0; pictures < 2; pictures++) {
    await user.click(await screen.findByRole('button', { name: 'Take the picture' }))
    await user.click(await screen.findByRole('button', { name: 'Use this picture' }))
  }

  expect(await screen.findByRole('alert')).toHaveTextContent('Take a picture of each pose')
  expect(await screen.findByRole('heading', { name: 'Lift your chin and look up' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Send them again' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Take the picture' }))
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }))
  expect(onSend).toHaveBeenCalledTimes(2)
})

test.each([
  ['NotAllowedError', 'This page may not use the camera'],
  ['NotFoundError', 'No camera found'],
  ['NotReadableError', 'Another app uses the camera'],
  ['TypeError', 'This browser gives no camera'],
])('%s has words and a way on', async (failure, title) => {
  camera(failure)
  const { container, user } = await show(<PoseCamera draw={draw} onSend={nothing} onNewPoses={nothing} />)
  expect(await screen.findByText(title)).toBeVisible()
  await expectAccessible(container)
  camera()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Take the picture' })).toBeEnabled()
})

test('after the time nothing can be taken, and other poses can be had', async () => {
  camera()
  const onNewPoses = vi.fn(nothing)
  const over = { ...draw, seconds_left: 0 }
  const { user } = await show(<PoseCamera draw={over} onSend={nothing} onNewPoses={onNewPoses} />)
  expect(await screen.findByText('The five minutes are over')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Take the picture' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Get other poses' }))
  expect(onNewPoses).toHaveBeenCalledOnce()
})
