import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCard } from '../../../../tests/people'
import { expectAccessible, show } from '../../../../tests/render'
import { MatchDialog } from './match-dialog'

async function open(mutual: boolean) {
  const onClose = vi.fn()
  const onLeave = vi.fn()
  const own = { name: 'Jonas', photo: null }
  return { onClose, onLeave, ...(await show(<MatchDialog card={aCard()} own={own} mutual={mutual} onClose={onClose} onLeave={onLeave} />)) }
}

test('a match asks to say hello', async () => {
  const { user, container, onLeave, onClose } = await open(true)
  expect(screen.getByRole('dialog', { name: "It's a match" })).toBeVisible()
  const hello = screen.getByRole('link', { name: 'Say hello' })
  expect(hello).toHaveFocus()
  expect(hello).toHaveAttribute('href', '/members/anna/chat')
  await expectAccessible(container)
  await user.click(hello)
  expect(onLeave).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('a press anywhere closes it', async () => {
  const { user, onClose } = await open(true)
  await user.click(screen.getByText('You and Anna like each other.'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a like that is not answered yet leads to the profile', async () => {
  await open(false)
  expect(screen.getByRole('dialog', { name: 'New like!' })).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: "See Anna's profile" })) expect(link).toHaveAttribute('href', '/members/anna')
})
