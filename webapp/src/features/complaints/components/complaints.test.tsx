import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { AppealForm } from './appeal-form'
import { ComplaintForm } from './complaint-form'
import { DeskMessages } from './desk-messages'
import { OwnDecisions } from './own-decisions'
import { Statement } from './statement'

test('a member complains with the messages that show it', async () => {
  const asked = fakeApi({
    'GET profile.php': () => ({ profile: { id: 'ann', name: 'Ann' } }),
    'GET chat.php': () => ({ messages: [{ id: 'm1', own: false, text: 'Send me money' }] }),
    'POST complaint.php': () => ({ number: 42 }),
  })
  const { user, container } = await show(<ComplaintForm about={{ memberId: 'ann', chatId: null }} isMember />)
  expect(await screen.findByText('About Ann')).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(screen.getByText('Choose what it’s about')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox'), 'fraud')
  await user.type(screen.getByRole('textbox'), 'She asks for money.')
  await user.click(await screen.findByRole('checkbox', { name: /Send me money/ }))
  await user.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByText('We’ve got your report (number 42)')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    id: expect.any(String),
    kind: 'chat',
    about_id: 'ann',
    reason: 'fraud',
    text: 'She asks for money.',
    messages: ['m1'],
  })
})

test('a deleted member is reported from the chat, with messages of any age', async () => {
  const said = (seq: number) => ({ id: `m${seq}`, seq, own: false, kind: 'text', text: `Message ${seq}`, gift: null })
  const asked = fakeApi({
    'GET chat.php': ({ query }) =>
      query.get('before')
        ? { profile: null, messages: [said(1)], has_older: false }
        : { profile: null, messages: [said(2)], has_older: true },
    'POST complaint.php': () => ({ number: 43 }),
  })
  const { user, container } = await show(<ComplaintForm about={{ memberId: null, chatId: 'c1' }} isMember />)
  expect(await screen.findByText('About the person in this chat')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Deleted member Message 1' }))
  expect(screen.getByRole('checkbox', { name: 'Deleted member Message 2' })).not.toBeChecked()
  await expectAccessible(container)
  await user.selectOptions(screen.getByRole('combobox'), 'fraud')
  await user.type(screen.getByRole('textbox'), 'Asked for money and left.')
  await user.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByText('We’ve got your report (number 43)')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'chat',
    conversation_id: 'c1',
    messages: ['m1'],
  })
})

test('the words of likes go with a report, also without a chat and across a block', async () => {
  const asked = fakeApi({
    'GET profile.php': () => failure(403, 'blocked', { name: 'Ann' }),
    'GET chat.php': () => failure(403, 'blocked', { name: 'Ann' }),
    'POST like-report.php': () => ({ number: 45 }),
  })
  const { user, container } = await show(<ComplaintForm about={{ memberId: 'ann', chatId: null }} isMember />)
  await user.click(await screen.findByRole('checkbox', { name: 'Add the words of their likes as proof' }))
  expect(screen.queryByRole('checkbox', { name: 'Add the latest messages of the chat as proof' })).toBeNull()
  await expectAccessible(container)
  await user.selectOptions(screen.getByRole('combobox'), 'harassment')
  await user.type(screen.getByRole('textbox'), 'Nasty words, and then the like was gone.')
  await user.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByText('We’ve got your report (number 45)')).toBeVisible()
  expect(lastBody(asked, 'like-report.php')).toEqual({
    id: expect.any(String),
    profile_id: 'ann',
    reason: 'harassment',
    text: 'Nasty words, and then the like was gone.',
  })
})

test('a blocked reporter shows the newest messages of the chat', async () => {
  const asked = fakeApi({
    'GET profile.php': () => failure(403, 'blocked', { name: 'Ann' }),
    'GET chat.php': () => failure(403, 'blocked', { name: 'Ann' }),
    'POST complaint.php': () => ({ number: 44 }),
  })
  const { user, container } = await show(<ComplaintForm about={{ memberId: 'ann', chatId: null }} isMember />)
  await user.click(await screen.findByRole('checkbox', { name: 'Add the latest messages of the chat as proof' }))
  await expectAccessible(container)
  await user.selectOptions(screen.getByRole('combobox'), 'harassment')
  await user.type(screen.getByRole('textbox'), 'Threats, then a block.')
  await user.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByText('We’ve got your report (number 44)')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'chat',
    about_id: 'ann',
    newest_messages: true,
  })
})

test('a visitor can complain, and a refusal keeps the words', async () => {
  fakeApi({ 'POST complaint.php': () => failure(422, 'validation_failed') })
  const { user } = await show(<ComplaintForm about={{ memberId: null, chatId: null }} isMember={false} />)
  await user.selectOptions(screen.getByRole('combobox'), 'other')
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), 'My photo is here.')
  await user.click(screen.getByRole('button', { name: 'Send report' }))

  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'What happened?' })).toHaveValue('My photo is here.')
})

test('a decision comes with its reasons and the way to appeal', async () => {
  fakeApi({
    'GET decision.php': () => ({
      decisions: [
        {
          id: 'd1',
          measure: 'hide',
          reason: 'harassment',
          ground: 'terms',
          facts: 'Three members complained.',
          automated: false,
          until: null,
          decided_at: '2026-06-01T12:00:00Z',
          detection: 'report',
          appeal: null,
          answer: null,
          can_appeal: true,
          appeal_until: '2026-12-01T12:00:00Z',
        },
      ],
    }),
  })
  const { container } = await show(<OwnDecisions isMember />)
  expect(await screen.findByText('Three members complained.')).toBeVisible()
  expect(screen.getByText('Harassment or threats')).toBeVisible()
  expect(screen.getByText('Someone reported it.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Appeal' })).toHaveAttribute('href', '/appeal#d1')
  await expectAccessible(container)
})

test('an appeal is sent with the decision it is about', async () => {
  const asked = fakeApi({ 'POST appeal.php': () => ({ number: 8 }) })
  const { user } = await show(<AppealForm appealed={{ decision_id: 'd1' }} />)
  await user.type(screen.getByRole('textbox'), 'It was not me.')
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))

  expect(await screen.findByText('We’ve got your appeal (number 8)')).toBeVisible()
  expect(asked[0]?.body).toEqual({ id: expect.any(String), decision_id: 'd1', text: 'It was not me.' })
})

test('a suspended member reads the reasons by the link of a mail and appeals once', async () => {
  const decision = {
    id: 'd1',
    measure: 'suspend',
    reason: 'fraud',
    ground: 'law',
    template: 'money',
    facts: 'Asked three members.',
    detection: 'own_initiative',
    automated: false,
    until: null,
    provisional: false,
    decided_at: '2026-06-01T12:00:00Z',
    answer: null,
    appeal_until: '2026-12-01T12:00:00Z',
  }
  let appeal: string | null = null
  const asked = fakeApi({
    'POST statement.php': () => ({ decision: { ...decision, appeal, can_appeal: !appeal }, erased: false }),
    // Another window was faster.
    'POST appeal.php': () => {
      appeal = 'open'
      return failure(409, 'appeal_not_possible')
    },
  })
  const { user, container } = await show(<Statement token="d1.signed" />)
  for (const text of ['Asked three members.', 'Our team found it.', 'This is against the law.', 'No end date'])
    expect(await screen.findByText(text)).toBeVisible()
  await expectAccessible(container)
  await user.type(screen.getByRole('textbox'), 'It was a joke.')
  await user.dblClick(screen.getByRole('button', { name: 'Send appeal' }))

  expect(await screen.findByText('We’re looking at your appeal.')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  const sent = asked.filter(({ path }) => path === 'appeal.php')
  expect(sent.map(({ body }) => body)).toEqual([{ id: expect.any(String), token: 'd1.signed', text: 'It was a joke.' }])
})

test.each(['statement_link_invalid', 'appeal_time_over'])('a link that is refused says why: %s', async (code) => {
  fakeApi({ 'POST statement.php': () => failure(422, code) })
  const { container } = await show(<Statement token="d1.old" />)
  expect(await screen.findByText(/link/)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  await expectAccessible(container)
})

test('a question of the desk is answered once, a message needs no answer', async () => {
  let answer: string | null = null
  const message = { complaint_id: null, sent_at: '2026-11-01T10:00:00Z', answer: null, can_answer: false }
  const asked = fakeApi({
    'GET desk-message.php': () => ({
      messages: [
        { ...message, id: 'q', complaint_id: 'c', text: 'When was it?', answer, can_answer: answer === null },
        { ...message, id: 'm', text: 'Please add a photo.' },
      ],
    }),
    'PUT desk-message.php': ({ body }) => {
      answer = (body as { text: string }).text
      return {}
    },
  })
  const { user, container } = await show(<DeskMessages isMember />)
  expect(await screen.findByText('Please add a photo.')).toBeVisible()
  await expectAccessible(container)

  await user.type(screen.getByRole('textbox', { name: /Your answer/ }), 'On Monday.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))

  expect(await screen.findByText('Your answer: On Monday.')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ message_id: 'q', text: 'On Monday.' })
})
