import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from './api-error'
import { useErrorText } from './use-error-text'

function Words({ error }: { error: unknown }) {
  return <p>{useErrorText()(error)}</p>
}

test('whoever was too fast is told how long to wait', () => {
  render(<Words error={new ApiError(429, { code: 'rate_limited', message: '' }, 42)} />)
  expect(screen.getByText('That was too fast. Try again in 42 seconds')).toBeVisible()
})

test('without a time it is a moment, and what has words of its own keeps them', () => {
  render(<Words error={new ApiError(429, { code: 'rate_limited', message: '' })} />)
  expect(screen.getByText('That was too fast. Wait a moment and try again')).toBeVisible()
  render(<Words error={new ApiError(429, { code: 'too_many_complaints', message: '' }, 42)} />)
  expect(screen.getByText('You’ve reached today’s limit for reports. You can send more tomorrow.')).toBeVisible()
})
