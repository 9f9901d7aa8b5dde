import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { DeskComplaint } from '@/api/types'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { Evidence } from './evidence'

const photo = {
  id: 'm1',
  sender_id: 'ann',
  kind: 'photo',
  text: '',
  gift: null,
  icebreaker: null,
  sent_at: '2026-06-01T11:00:00Z',
  blocked: false,
}
const words = { ...photo, id: 'm2', kind: 'text', text: 'Look' }
const complaint = {
  id: 'c1',
  number: 7,
  kind: 'chat',
  reporter_id: 'bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'violence',
  text: 'She sent me this.',
  made_at: '2026-06-01T12:00:00Z',
  outcome: null,
  decision_id: null,
  urgent: false,
}

/** The complaint's evidence, loaded anew after each decision, whose picture is blocked or not as the desk decides. */
async function proof(answer: () => unknown = () => ({})) {
  let blocked = false
  const asked = fakeApi({
    'POST staff-blocked-pictures.php': ({ body }) => {
      blocked = (body as { measure: string }).measure === 'block_picture'
      return answer()
    },
  })
  function Proof() {
    const [isBlocked, setIsBlocked] = useState(false)
    const evidence = [{ ...photo, blocked: isBlocked }, words]
    return <Evidence complaint={{ ...complaint, evidence } as DeskComplaint} onDecided={() => setIsBlocked(blocked)} />
  }
  const shown = await show(<Proof />)
  const evidence = within(await screen.findByRole('list', { name: 'Messages as proof' }))
  return { ...shown, asked, evidence }
}

test('a picture in the evidence is blocked after a confirmation with reasons, and unblocked again', async () => {
  const { user, container, asked, evidence } = await proof()
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

  await user.click(evidence.getByRole('button', { name: 'Block picture' }))
  expect(evidence.getByText(/Nobody can upload this picture again/)).toBeVisible()
  expect(evidence.getByLabelText('Statement of reasons')).toHaveFocus()
  await expectAccessible(container)
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))
  expect(sent()).toEqual([])
  expect(evidence.getByLabelText('Statement of reasons')).toBeInvalid()

  await user.type(evidence.getByLabelText('Statement of reasons'), 'It shows violence.')
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))

  expect(await evidence.findByText('This picture is blocked.')).toBeVisible()
  const names = { complaint_id: 'c1', message_id: 'm1', reason: 'violence' }
  expect(sent()).toMatchObject([{ ...names, measure: 'block_picture', ground: 'law', facts: 'It shows violence.' }])
  await expectAccessible(container)

  await user.click(evidence.getByRole('button', { name: 'Unblock picture' }))
  await user.selectOptions(evidence.getByLabelText('Ground'), 'Our terms')
  await user.type(evidence.getByLabelText('Statement of reasons'), 'It is a drawing.')
  await user.click(evidence.getByRole('button', { name: 'Unblock picture' }))

  await waitFor(() => expect(evidence.queryByText('This picture is blocked.')).toBeNull())
  expect(sent()[1]).toMatchObject({ ...names, measure: 'unblock_picture', ground: 'terms', facts: 'It is a drawing.' })
})

test('nothing is blocked without a confirmation', async () => {
  const { user, asked, evidence } = await proof()
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))
  await user.click(evidence.getByRole('button', { name: 'Cancel' }))

  expect(evidence.getByRole('button', { name: 'Block picture' })).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a picture that a colleague has blocked meanwhile is shown as blocked', async () => {
  const { user, evidence } = await proof(() => failure(409, 'already_decided'))
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))
  await user.type(evidence.getByLabelText('Statement of reasons'), 'It shows violence.')
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))

  expect(await evidence.findByText('This picture is blocked.')).toBeVisible()
  expect(screen.getByText('Someone else has decided it already.')).toBeVisible()
})

test('a block that failed says why and keeps the reasons', async () => {
  const { user, evidence } = await proof(() => failure(503, 'unavailable'))
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))
  await user.type(evidence.getByLabelText('Statement of reasons'), 'It shows violence.')
  await user.click(evidence.getByRole('button', { name: 'Block picture' }))

  expect(await evidence.findByRole('alert')).toBeVisible()
  expect(evidence.getByLabelText('Statement of reasons')).toHaveValue('It shows violence.')
})
