import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ComplaintQueue } from './complaint-queue'

const complaint = {
  id: 'c1',
  number: 7,
  kind: 'chat',
  reporter_id: 'bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: 'She asks for money.',
  made_at: '2026-06-01T12:00:00Z',
  outcome: null,
  decision_id: null,
  evidence: [
    {
      id: 'm1',
      sender_id: 'ann',
      kind: 'text',
      text: 'Send me money',
      gift: null,
      icebreaker: null,
      sent_at: '2026-06-01T11:00:00Z',
    },
  ],
}

test('a complaint shows its proof and is decided with a statement of reasons', async () => {
  let open = [complaint]
  const asked = fakeApi({
    'GET staff-complaints.php': () => ({ complaints: open }),
    'POST staff-complaints.php': () => ((open = []), {}),
  })
  const { user } = await show(<ComplaintQueue />)
  const article = await screen.findByRole('article')
  expect(within(article).getByText('Send me money')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Decide' }))
  expect(screen.getByText('Choose a measure.')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Suspend' }))
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '30')
  await user.click(screen.getByRole('textbox', { name: 'Statement of reasons' }))
  await user.paste('Asked for money.')
  await user.click(screen.getByRole('button', { name: 'Decide' }))

  expect(await screen.findByText('No complaint is waiting')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    complaint_id: 'c1',
    measure: 'suspend',
    reason: 'fraud',
    ground: 'terms',
    facts: 'Asked for money.',
    days: 30,
  })
})

test('a report of a minor is marked, and a member’s report can be dismissed as misuse', async () => {
  const report = { ...complaint, reason: 'minor', urgent: true }
  fakeApi({
    'GET staff-complaints.php': () => ({ complaints: [report, { ...complaint, id: 'c2', reporter_id: null }] }),
  })
  const { container } = await show(<ComplaintQueue />)
  const [urgent, visitors] = await screen.findAllByRole('article')

  expect(within(urgent!).getByText('Urgent: may be under 18')).toBeVisible()
  expect(within(urgent!).getByRole('radio', { name: 'Dismiss as misuse' })).toBeVisible()
  expect(within(visitors!).queryByText('Urgent: may be under 18')).toBeNull()
  expect(within(visitors!).queryByRole('radio', { name: 'Dismiss as misuse' })).toBeNull()
  await expectAccessible(container)
})

test('a complaint about a deleted member says so, and offers the remaining measures', async () => {
  const about = (id: string, about_name: string | null, about_state: string) => ({
    ...complaint,
    id,
    about_name,
    about_state,
  })
  fakeApi({
    'GET staff-complaints.php': () => ({ complaints: [about('c1', 'Ann', 'deleted'), about('c2', null, 'erased')] }),
  })
  const { container } = await show(<ComplaintQueue />)
  const [deleted, erased] = await screen.findAllByRole('article')

  expect(within(deleted!).getByText(/Ann has deleted the account/)).toBeVisible()
  expect(within(deleted!).getByRole('link', { name: 'Look at Ann' })).toBeVisible()
  expect(within(erased!).getByText(/gone for good/)).toBeVisible()
  expect(within(erased!).queryByRole('link')).not.toBeInTheDocument()
  expect(within(erased!).queryByRole('radio', { name: 'Suspend' })).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('the complaints can be read by everyone at the desk', async () => {
  fakeApi({
    'GET staff-complaints.php': () => ({ complaints: [complaint, { ...complaint, id: 'c2', kind: 'appeal' }] }),
  })
  const { container } = await show(<ComplaintQueue />)
  await screen.findAllByRole('article')
  await expectAccessible(container)
})

test('a photo shown as proof stays blurred until the desk asks for it, and has words', async () => {
  const [said] = complaint.evidence
  const photos = [
    { ...said, id: 'm2', kind: 'photo', text: '' },
    { ...said, id: 'm3', kind: 'photo', text: 'Me at the sea' },
  ]
  fakeApi({ 'GET staff-complaints.php': () => ({ complaints: [{ ...complaint, evidence: photos }] }) })
  const { user, container } = await show(<ComplaintQueue />)
  const photo = await screen.findByAltText('Photo from Ann')
  expect(photo).toHaveAttribute('src', '/api/staff-chat-photo.php?message_id=m2')
  expect(screen.getByAltText('Me at the sea')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Show photo' })).toHaveLength(2)
  await expectAccessible(container)

  await user.click(screen.getAllByRole('button', { name: 'Show photo' })[0]!)
  expect(screen.getByRole('button', { name: 'Blur again' })).toHaveFocus()
  expect(screen.getAllByRole('button', { name: 'Show photo' })).toHaveLength(1)

  fireEvent.error(photo)
  expect(screen.getByText('This photo is no longer available')).toBeVisible()
})

test('gifts and opening lines shown as proof are written in words', async () => {
  const [said] = complaint.evidence
  const evidence = [
    { ...said, id: 'm2', kind: 'gift', gift: 'rose', text: '' },
    { ...said, id: 'm3', icebreaker: 'coffee', text: 'Tea or coffee?' },
  ]
  fakeApi({ 'GET staff-complaints.php': () => ({ complaints: [{ ...complaint, evidence }] }) })
  await show(<ComplaintQueue />)

  const [gift, line] = within(await screen.findByRole('list', { name: 'Messages as proof' })).getAllByRole('listitem')
  expect(gift).toHaveTextContent('Gift: rose')
  expect(line).toHaveTextContent(/Opening line.*Tea or coffee\?/)
})
