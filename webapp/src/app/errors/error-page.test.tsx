import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/api-error'
import { show } from '@tests/render'
import { ErrorBoundary } from './error-boundary'
import { BrokenErrorPage, ErrorPage } from './error-page'
import { reloadOnMissingChunk } from '@/app/browser/missing-chunk'

test('it shows the message and the status it has', async () => {
  await show(<ErrorPage error={new ApiError(503, { code: 'unavailable', message: 'Taking a short break' }, null)} />)
  expect(screen.getByRole('heading', { name: 'Taking a short break' })).toBeVisible()
  expect(screen.getByText('Code 503')).toBeVisible()
})

test('without a message it shows Error and 500', async () => {
  await show(<ErrorPage error={new TypeError('x is undefined')} />)
  expect(screen.getByRole('heading', { name: 'Error' })).toBeVisible()
  expect(screen.getByText('Code 500')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred, please try again later')
})

test('when it fails itself, a plain notice says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Failing = (): never => {
    throw new Error('twice')
  }
  await show(
    <ErrorBoundary instead={(error) => <BrokenErrorPage error={error} />}>
      <ErrorBoundary instead={() => <Failing />}>
        <Failing />
      </ErrorBoundary>
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'An error occurred while showing the error page' })).toBeVisible()
  expect(screen.getByText('twice')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
})

test('a missing chunk reloads the page at most once a minute', () => {
  const reload = vi.fn()
  reloadOnMissingChunk(reload)
  const missing = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  sessionStorage.setItem('chunk-reload', String(Date.now() - 30_000))
  expect(missing()).toBe(false)
  sessionStorage.setItem('chunk-reload', String(Date.now() - 61_000))
  expect(missing()).toBe(true)
  expect(missing()).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})
