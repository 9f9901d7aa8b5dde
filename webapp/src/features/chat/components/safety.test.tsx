import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aMessage } from '@tests/chat-makers'
import { aServer, openChat } from '@tests/chat-screen'
import { expectAccessible } from '@tests/render'

test('a link names its host before it opens', async () => {
  aServer(aChat({ messages: [aMessage(1, { text: 'See https://www.example.org/menu, please' })] }))
  const { user } = await openChat()
  expect(screen.queryByRole('link', { name: /example/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'https://www.example.org/menu' }))

  const dialog = screen.getByRole('dialog', { name: 'Open this link?' })
  const link = within(dialog).getByRole('link', { name: 'Open www.example.org' })
  expect(link).toHaveAttribute('href', 'https://www.example.org/menu')
  expect(link.getAttribute('rel')).toContain('noopener')
  await expectAccessible(document.body)
})

test('in the first days a number is hinted at before it is sent', async () => {
  const sent_at = new Date().toISOString()
  aServer(aChat({ messages: [aMessage(1, { sent_at })] }))
  const { user, field } = await openChat()
  await user.type(field, '0612345678')
  expect(screen.getByText('There’s a phone number in your message. No rush to share it.')).toBeVisible()
  await user.clear(field)
  expect(screen.queryByText(/phone number in your message/)).not.toBeInTheDocument()
})

test('two presses lead to everything one needs who feels unsafe', async () => {
  aServer(aChat({ messages: [aMessage(1)] }), {
    'GET settings.php': () => ({
      settings: { emergency_numbers: { NL: ['112'] }, geoip_country: null, geoip_selected_country: 'NL' },
    }),
  })
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'About this chat' }))
  await user.click(screen.getByRole('button', { name: 'I feel unsafe', hidden: true }))

  const sheet = within(screen.getByRole('dialog', { name: 'I feel unsafe' }))
  expect(await sheet.findByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
  expect(sheet.getByRole('link', { name: 'Safety centre' })).toHaveAttribute('href', expect.stringMatching(/\/safety$/))
  expect(sheet.getByRole('link', { name: /^Report/ })).toBeVisible()
  expect(sheet.getByRole('button', { name: 'Leave the conversation' })).toBeVisible()
  await expectAccessible(document.body)
})
