import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { PostbacksScreen } from './postbacks-screen'

const url = 'https://trk.example/pb?cid={sub1}'
const postbacks = {
  hosts: ['trk.example'],
  templates: { lead: url },
  hold_days: 14,
  is_paused: false,
  method: 'POST',
  signing_key: 'c0ffee',
  macros: ['goal', 'sub1'],
  log: [
    {
      id: 'a',
      goal: 'lead',
      state: 'failed',
      reason: 'tries',
      code: 500,
      milliseconds: 12,
      tries: 8,
      payout_minor: 250,
      currency: 'EUR',
      created_at: '2026-11-20T12:00:00Z',
      next_try_at: null,
    },
    {
      id: 'b',
      goal: 'sale',
      state: 'withheld',
      reason: 'reversed',
      code: null,
      milliseconds: null,
      tries: 0,
      payout_minor: 0,
      currency: 'EUR',
      created_at: '2026-11-20T13:00:00Z',
      next_try_at: null,
    },
  ],
  tests: [{ id: 't', goal: 'lead', is_sent: true, is_refused: false, code: null, milliseconds: 5000 }],
}
const open = (found: object, more = {}) => {
  const asked = fakeApi({ 'GET marketing-postbacks.php': () => found, ...more })
  const screenAt = (
    <Routes>
      <Route path="marketing/sources/:network" element={<PostbacksScreen />} />
    </Routes>
  )
  return { asked, shown: show(screenAt, { at: '/marketing/sources/northwind' }) }
}

test('the log shows each request and its answer, and sends again', async () => {
  const { asked, shown } = open(postbacks, { 'PUT marketing-postback.php': () => ({}) })
  const { user, container } = await shown
  const row = await screen.findByRole('row', { name: /Sign-up/ })
  expect(within(row).getByText(/500/)).toBeVisible()
  expect(
    within(screen.getByRole('row', { name: /First purchase/ })).getByText('Reversed within the hold'),
  ).toBeVisible()
  expect(screen.getByText('Sign-up: No answer within five seconds')).toBeVisible()
  await expectAccessible(container)
  await user.click(within(row).getByRole('button', { name: 'Send again' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ id: 'a' })
})

test('what is wrong with a template is said beside the form, and only filled templates are sent', async () => {
  const { asked, shown } = open(postbacks, {
    'PUT marketing-postbacks.php': () => failure(422, 'postback_template_wrong', { field: 'template' }),
  })
  const { user } = await shown
  await user.type(await screen.findByRole('textbox', { name: 'Chargeback or refund' }), ' ')
  await user.click(screen.getByRole('switch', { name: 'Pause: postbacks wait until you go on' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('A postback goes by https')
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    network: 'northwind',
    hosts: ['trk.example'],
    templates: { lead: url },
    hold_days: 14,
    method: 'POST',
    is_paused: true,
  })
})

test('a host with a scheme is refused at its field, and nothing is sent', async () => {
  const { asked, shown } = open(postbacks)
  const { user } = await shown
  const hosts = await screen.findByRole('textbox', { name: 'Hosts of the network' })
  await user.type(hosts, ' https://other.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(hosts).toBeInvalid()
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
})

test.each(['91', 'x'])('a hold of %j days is refused at its field, and nothing is sent', async (days) => {
  const { asked, shown } = open(postbacks)
  const { user } = await shown
  const hold = await screen.findByRole('textbox', { name: 'Hold payments (days)' })
  await user.clear(hold)
  if (days) await user.type(hold, days)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(hold).toBeInvalid()
  expect(hold).toHaveAccessibleDescription(/from 0 to 90/)
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
})

test('a test is sent for a goal with a template; without any there is none to send', async () => {
  const { asked, shown } = open(postbacks, { 'POST marketing-postback.php': () => ({}) })
  const { user } = await shown
  await user.click(await screen.findByRole('button', { name: 'Send test: Sign-up' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ network: 'northwind', goal: 'lead' })
})

test('an empty network says that nothing was sent yet', async () => {
  const { shown } = open({ ...postbacks, templates: {}, log: [], tests: [] })
  await shown
  expect(await screen.findByText(/Nothing yet/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Send test/ })).toBeNull()
})
