import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from './api-error'
import { useErrorText } from './use-error-text'

function Words({ error }: { error: unknown }) {
  return <p>{useErrorText()(error)}</p>
}

test('a rate-limited member sees how long to wait', () => {
  render(<Words error={new ApiError(429, { code: 'rate_limited', message: '' }, 42)} />)
  expect(screen.getByText('That was too fast. Try again in 42 seconds')).toBeVisible()
})

test('without a time the text says "a moment", and a text of its own is kept', () => {
  render(<Words error={new ApiError(429, { code: 'rate_limited', message: '' })} />)
  expect(screen.getByText('That was too fast. Wait a moment and try again')).toBeVisible()
  render(<Words error={new ApiError(429, { code: 'too_many_complaints', message: '' }, 42)} />)
  expect(screen.getByText('You’ve reached today’s limit for reports. You can send more tomorrow.')).toBeVisible()
})

const refused = (body: { code: string } & Record<string, unknown>) =>
  new ApiError(422, { message: '', ...body } as never)

test('a sum of money and a date stand as the reader writes them', () => {
  render(<Words error={refused({ code: 'daily_limit_reached', limit: '1250.00', currency: 'EUR' })} />)
  expect(screen.getByText(/your own daily limit of €1,250.00\./)).toBeVisible()
  render(<Words error={refused({ code: 'spending_paused', until: '2026-11-23' })} />)
  expect(screen.getByText('You paused buying until November 23, 2026')).toBeVisible()
})

test('a number chooses the plural form', () => {
  render(<Words error={refused({ code: 'code_invalid', tries_left: 1 })} />)
  expect(screen.getByText('This code isn’t right. You have 1 try left')).toBeVisible()
  render(<Words error={refused({ code: 'code_invalid', tries_left: 2 })} />)
  expect(screen.getByText('This code isn’t right. You have 2 tries left')).toBeVisible()
})
