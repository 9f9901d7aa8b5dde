import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { KnownContacts } from './known-contacts'

const list = (count: number, ending = 0) => ({ count, ending, most: 1000, days_after_removal: 30 })
const box = () => screen.findByRole('textbox', { name: 'Email addresses' })

test('addresses of a file are shown before they are sent, and gone afterwards', async () => {
  const asked = fakeApi({
    'GET known-contacts.php': () => list(0),
    'POST known-contacts.php': () => list(2),
  })
  const { user, container } = await show(<KnownContacts />)
  await box()
  const file = new File(['EMAIL:ann@example.org\nTEL:+31612345678\nEMAIL:bo@example.org'], 'contacts.vcf')
  await user.upload(screen.getByLabelText('Choose a file'), file)
  expect(await box()).toHaveValue('ann@example.org\nbo@example.org')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Hide from them' }))
  expect(await screen.findByText('Addresses on your list: 2 of 1000')).toBeVisible()
  expect(await box()).toHaveValue('')
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    addresses: ['ann@example.org', 'bo@example.org'],
  })
  await expectAccessible(container)
})

test('a text without an address is not sent', async () => {
  const asked = fakeApi({ 'GET known-contacts.php': () => list(0) })
  const { user } = await show(<KnownContacts />)
  await user.type(await box(), '+31612345678')
  await user.click(screen.getByRole('button', { name: 'Hide from them' }))
  expect(await screen.findByText('No email address found')).toBeVisible()
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
})

test('all are removed after one more question', async () => {
  const asked = fakeApi({ 'GET known-contacts.php': () => list(3), 'DELETE known-contacts.php': () => list(0, 3) })
  const { user } = await show(<KnownContacts />)
  await user.click(await screen.findByRole('button', { name: 'Remove all' }))
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
  await user.click(screen.getAllByRole('button', { name: 'Remove all' }).at(-1)!)
  expect(await screen.findByText(/hiding for up to a month more: 3/)).toBeVisible()
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ addresses: null })
})

test('a refusal keeps the addresses typed', async () => {
  fakeApi({
    'GET known-contacts.php': () => list(3),
    'POST known-contacts.php': () => failure(429, 'contacts_changed_often', { days: 4 }),
  })
  const { user } = await show(<KnownContacts />)
  await user.type(await box(), 'ann@example.org')
  await user.click(screen.getByRole('button', { name: 'Hide from them' }))
  expect(await screen.findByText(/Your list has changed on five days/)).toBeVisible()
  expect(await box()).toHaveValue('ann@example.org')
})
