import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import SupportInboxRoute from './support-inbox'

const id = '3cebd0f3-b89a-46f3-ad61-f0baea7b4f6e'
const member = '3cebd0f3-b89a-46f3-ad61-f0baea7b4f6f'
const at = '2026-11-01T10:00:00Z'
const route = (
  <Routes>
    <Route path="/support/inbox/:thread?" element={<SupportInboxRoute />} />
  </Routes>
)
const thread = {
  id,
  site: 'pairwise',
  address: 'ann@example.org',
  name: 'Ann',
  subject: 'Money',
  state: 'open',
  spam: false,
  assigned: null,
  unsent: false,
  mails: 1,
  created_at: at,
  last_mail_at: at,
}
const mail = {
  id,
  kind: 'mail',
  author: null,
  text: '<b>Where?</b>',
  cut: false,
  attachments: [],
  at,
  state: null,
  reason: null,
}
const opened = { thread, entries: [mail], member, related: null, locales: ['nl', 'en'] }
const desk = { 'GET support-resets.php': () => ({ resets: [] }) }
const templates = { templates: [{ name: 'received', text: 'Hello,' }] }

test('a member without the role sees that they have no access', async () => {
  fakeApi({ 'GET support-resets.php': () => failure(403, 'forbidden') })
  await show(route, { at: '/support/inbox' })
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
})

test('threads are listed with their numbers, and words are searched in all views', async () => {
  const asked = fakeApi({
    ...desk,
    'POST support-inbox.php': () => ({ threads: [thread], counts: { open: 3, mine: 0, unsent: 1 }, has_more: false }),
  })
  const { user, container } = await show(route, { at: '/support/inbox' })
  expect(await screen.findByRole('link', { name: /Money/ })).toHaveAttribute('href', `/support/inbox/${id}`)
  expect(screen.getByRole('option', { name: 'Open (3)' })).toBeInTheDocument()
  await expectAccessible(container)

  await user.type(screen.getByRole('searchbox'), 'refund{Enter}')
  const bodies = () => asked.filter(({ path }) => path === 'support-inbox.php').map(({ body }) => body)
  await screen.findByRole('link', { name: /Money/ })
  expect(bodies().at(-1)).toMatchObject({ view: 'all', text: 'refund' })
})

test('a reply keeps its text and its id while a colleague’s is read first', async () => {
  let refusals = 1
  const asked = fakeApi({
    ...desk,
    'GET support-thread.php': () => opened,
    'GET support-templates.php': () => templates,
    'POST support-reply.php': () => (refusals-- > 0 ? failure(409, 'support_thread_moved_on') : {}),
  })
  const { user, container } = await show(route, { at: `/support/inbox/${id}` })
  expect(await screen.findByText('<b>Where?</b>')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the member' })).toHaveAttribute('href', `/support/${member}`)
  await expectAccessible(container)

  await user.selectOptions(screen.getByRole('combobox', { name: 'Add a template' }), 'received')
  await user.type(screen.getByRole('textbox', { name: 'Your reply' }), ' we look')
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(within(await screen.findByRole('alert')).getByText(/Somebody else answered/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Hello, we look')

  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  const replies = asked.filter(({ path }) => path === 'support-reply.php').map(({ body }) => body as { id: string })
  expect(replies).toHaveLength(2)
  expect(replies[1]).toMatchObject({ seen: 1, locale: 'nl', close: false, text: 'Hello, we look', id: replies[0]?.id })
})
