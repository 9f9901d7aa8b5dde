import { afterEach, expect, test, vi } from 'vitest'
import { reportWhenHidden } from './page-hidden'

afterEach(() => vi.restoreAllMocks())

test('a page that is hidden says so once, and one that is shown says nothing', async () => {
  const beacon = vi.fn((_url: string, _body: Blob) => true)
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const stop = reportWhenHidden()
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(beacon).not.toHaveBeenCalled()
  visibility.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(beacon).toHaveBeenCalledTimes(1)
  expect(beacon.mock.calls[0]?.[0]).toBe('/api/page-hidden.php')
  expect(beacon.mock.calls[0]?.[1].type).toBe('application/json')
})
