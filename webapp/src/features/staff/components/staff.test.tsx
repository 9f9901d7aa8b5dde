import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ComplaintQueue } from './complaint-queue'
import { ConfirmationQueue } from './confirmation-queue'
import { MemberDesk } from './member-desk'
import { PhotoQueue } from './photo-queue'

const waiting = (name: string) => ({
  id: `photo-${name}`,
  member_id: `member-${name}`,
  name,
  age: 30,
  large_src: `/media/${name}/800.webp`,
  thumbhash: '',
  added_at: '2026-06-01T12:00:00Z',
})

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

test('photos are judged by one key each', async () => {
  const asked = fakeApi({
    'GET staff-photos.php': () => ({ photos: ['Ann', 'Bea', 'Cat'].map(waiting), waiting: 3 }),
    'POST staff-photos.php': () => ({}),
  })
  const { user, container } = await show(<PhotoQueue />)
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  await expectAccessible(container)

  await user.keyboard('a')
  expect(await screen.findByAltText('Photo of Bea')).toBeVisible()
  await user.keyboard('4')
  expect(await screen.findByAltText('Photo of Cat')).toBeVisible()

  const sent = asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent).toMatchObject([
    { photo_id: 'photo-Ann', seen: 'pending', reason: null },
    { photo_id: 'photo-Bea', seen: 'pending', reason: 'minor' },
  ])
  expect(screen.getByText(/Waiting: 1/)).toBeVisible()
})

test('a verdict that was not saved brings its photo back and says why', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: [waiting('Ann')], waiting: 1 }),
    'POST staff-photos.php': () => failure(422, 'validation_failed'),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.click(screen.getByRole('button', { name: /Approve/ }))

  expect(await screen.findByText(/Ann: not saved/)).toBeVisible()
  expect(screen.getByAltText('Photo of Ann')).toBeVisible()
})

test('one verdict that was not saved leaves the place, and its photo comes again at the end', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: ['Ann', 'Bea', 'Cat'].map(waiting), waiting: 3 }),
    'POST staff-photos.php': ({ body }) =>
      (body as { photo_id: string }).photo_id === 'photo-Ann' ? failure(422, 'validation_failed') : {},
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.keyboard('a')
  expect(await screen.findByText(/Ann: not saved/)).toBeVisible()
  expect(screen.getByAltText('Photo of Bea')).toBeVisible()
  await user.keyboard('aa')
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  expect(screen.getByText(/Waiting: 1/)).toBeVisible()
})

test('the last verdict can be gone back to and changed', async () => {
  const asked = fakeApi({
    'GET staff-photos.php': () => ({ photos: ['Ann', 'Bea'].map(waiting), waiting: 2 }),
    'POST staff-photos.php': () => ({}),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')
  expect(screen.queryByRole('button', { name: /Back to/ })).toBeNull()

  await user.keyboard('au')
  expect(await screen.findByAltText('Photo of Ann')).toBeVisible()
  expect(screen.getByText(/Ann is back/)).toBeVisible()
  await user.keyboard('1')
  expect(await screen.findByAltText('Photo of Bea')).toBeVisible()

  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
      { photo_id: 'photo-Ann', seen: 'pending', reason: null },
      { photo_id: 'photo-Ann', seen: 'active', reason: 'nudity' },
    ]),
  )
})

test('a photo someone else was faster with is gone, without alarm', async () => {
  fakeApi({
    'GET staff-photos.php': () => ({ photos: [waiting('Ann')], waiting: 1 }),
    'POST staff-photos.php': () => failure(409, 'already_decided'),
  })
  const { user } = await show(<PhotoQueue />)
  await screen.findByAltText('Photo of Ann')

  await user.keyboard('a')

  expect(await screen.findByText('No photo is waiting')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

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

test('a complaint about someone who is gone says so, and what can still be done', async () => {
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

test('gifts and opening lines shown as proof are told in words', async () => {
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

const ann = {
  id: 'ann',
  name: 'Ann',
  age: 30,
  town: 'Utrecht',
  country: 'NL',
  about: null,
  state: 'active',
  sanction: null,
  sanction_until: null,
  photos: [],
  decisions: [],
  complaints: [],
}

test('a profile is shown once a reason was stated', async () => {
  let isOpen = false
  const asked = fakeApi({
    'GET staff-member.php': () => (isOpen ? { member: ann, found: [] } : failure(403, 'case_required')),
    'POST staff-access.php': () => {
      isOpen = true
      return {}
    },
  })
  const { user, container } = await show(<MemberDesk id="ann" />)
  const why = await screen.findByLabelText('Why do you open this profile?')
  expect(screen.queryByText('Ann, 30')).toBeNull()
  await expectAccessible(container)

  await user.type(why, ' A telephone call ')
  await user.click(screen.getByRole('button', { name: 'Open profile' }))

  expect(await screen.findByRole('heading', { name: 'Ann, 30' })).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { member_id: 'ann', reason: 'A telephone call' },
  ])
})

test('a complaint that leads to a profile is the reason to open it', async () => {
  const asked = fakeApi({
    'GET staff-member.php': () => ({ member: ann, found: [] }),
    'POST staff-access.php': () => ({}),
  })
  await show(<MemberDesk id="ann" />, { at: '/staff/member/ann?case=c1' })

  expect(await screen.findByRole('heading', { name: 'Ann, 30' })).toBeVisible()
  expect(asked.map(({ method, body }) => [method, body])).toMatchObject([
    ['POST', { member_id: 'ann', case_id: 'c1' }],
    ['GET', undefined],
  ])
})

const undecided = {
  decision_id: 'd1',
  member_id: 'ann',
  member_name: 'Ann',
  measure: 'suspend',
  reason: 'fraud',
  ground: 'terms',
  facts: 'She asked three members for money.',
  decided_at: '2026-06-01T12:00:00Z',
  decided_by: 'Mo',
  expires_at: '2026-06-15T12:00:00Z',
  final_until: null,
  large_src: null,
  can_confirm: true,
}

test('a second person sees who decided and why, and confirms it', async () => {
  let decisions = [undecided]
  const asked = fakeApi({
    'GET staff-confirmations.php': () => ({ decisions }),
    'POST staff-confirmations.php': () => {
      decisions = []
      return {}
    },
  })
  const { user, container } = await show(<ConfirmationQueue />)

  expect(await screen.findByText(/Decided by Mo/)).toBeVisible()
  expect(screen.getByText('She asked three members for money.')).toBeVisible()
  expect(screen.getByText('If you confirm, the account is suspended for good.')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))

  expect(await screen.findByText('No decision is waiting for a second person')).toBeVisible()
  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(sent!.body).toMatchObject({ decision_id: 'd1', confirmed: true })
  expect(sent!.body).not.toHaveProperty('facts')
})

test('not confirming takes a reason', async () => {
  const asked = fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [undecided] }),
    'POST staff-confirmations.php': () => ({}),
  })
  const { user, container } = await show(<ConfirmationQueue />)
  await user.click(await screen.findByRole('button', { name: 'Don’t confirm' }))
  await expectAccessible(container)
  const why = screen.getByLabelText('Why not?')
  expect(why).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Lift the decision' }))
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])

  await user.type(why, ' She joked. ')
  await user.click(screen.getByRole('button', { name: 'Lift the decision' }))

  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(sent!.body).toMatchObject({ decision_id: 'd1', confirmed: false, facts: 'She joked.' })
})

test('somebody involved is told that another one confirms', async () => {
  fakeApi({ 'GET staff-confirmations.php': () => ({ decisions: [{ ...undecided, can_confirm: false }] }) })
  await show(<ConfirmationQueue />)

  expect(await screen.findByText('You’re part of this, so somebody else confirms it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('a picture in quarantine is blurred until it is asked for', async () => {
  const picture = {
    ...undecided,
    measure: 'reject_photo',
    reason: 'illegal',
    facts: null,
    large_src: '/media/x/800.webp',
  }
  fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [picture] }),
    'POST staff-confirmations.php': () => failure(409, 'already_decided'),
  })
  const { user, container } = await show(<ConfirmationQueue />)

  expect(await screen.findByAltText('Photo of Ann')).toHaveAttribute('src', '/media/x/800.webp')
  expect(screen.getByRole('button', { name: 'Show photo' })).toBeVisible()
  expect(screen.getByText('Reason: It’s against the law.')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.getByText(/If you confirm, the picture is deleted/)).toBeVisible())
})
