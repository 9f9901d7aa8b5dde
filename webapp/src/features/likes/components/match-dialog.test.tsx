import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aCard, aPicture } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { MatchDialog } from './match-dialog'

async function open(mutual: boolean) {
  const onClose = vi.fn()
  const pressed = { onImagePressed: vi.fn(), onButtonPressed: vi.fn(), onConversationStart: vi.fn() }
  const own = { name: 'Jonas', photo: aPicture('jonas-1') }
  return {
    onClose,
    ...pressed,
    ...(await show(<MatchDialog card={aCard()} own={own} mutual={mutual} onClose={onClose} {...pressed} />)),
  }
}

test('a match offers to say hello', async () => {
  const { user, container, onButtonPressed, onConversationStart, onClose } = await open(true)
  expect(screen.getByRole('dialog', { name: 'It’s a match' })).toBeVisible()
  const hello = screen.getByRole('link', { name: 'Say hello' })
  expect(hello).toHaveFocus()
  expect(hello).toHaveAttribute('href', '/members/anna/chat')
  await expectAccessible(container)
  await user.click(hello)
  expect(onButtonPressed).toHaveBeenCalledExactlyOnceWith('anna')
  expect(onConversationStart).toHaveBeenCalledExactlyOnceWith('anna')
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['match shows both photos', true, ['/media/jonas-1/', '/media/anna-1/']],
  ['like shows the photo of its sender', false, ['/media/anna-1/']],
] as const)('a %s', async (_, mutual, shown) => {
  await open(mutual)
  const photos = [...screen.getByRole('dialog').querySelectorAll('img')]
  expect(photos.map(({ src }) => new URL(src).pathname.replace(/[^/]*$/, ''))).toEqual(shown)
})

test('a press anywhere closes it', async () => {
  const { user, onClose } = await open(true)
  await user.click(screen.getByText('You and Anna like each other.'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the photo shows its pressed state and its member', async () => {
  const { user, onImagePressed, onButtonPressed, onClose } = await open(true)
  await user.click(screen.getByRole('link', { name: 'See Anna’s profile' }))
  expect(onImagePressed).toHaveBeenCalledExactlyOnceWith('anna')
  expect(onButtonPressed).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('Esc closes it', async () => {
  const { onClose } = await open(true)
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a like that is not answered yet leads to the profile, and begins no conversation', async () => {
  const { user, onButtonPressed, onConversationStart } = await open(false)
  await user.click(screen.getAllByRole('link', { name: 'See Anna’s profile' })[1]!)
  expect(onButtonPressed).toHaveBeenCalledExactlyOnceWith('anna')
  expect(onConversationStart).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog', { name: 'New like!' })).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: 'See Anna’s profile' }))
    expect(link).toHaveAttribute('href', '/members/anna')
})
