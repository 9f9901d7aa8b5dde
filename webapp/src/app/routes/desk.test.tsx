import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { DeskOnly } from '@/app/gates/desk/desk-only'
import { MembersOnly } from '@/app/gates/members-only'
import DeskRoute from './desk'
import DeskPeopleRoute from './desk-people'

const olga = { id: 'olga', name: 'Olga', email: 'olga@example.org', desks: ['owner', 'moderator'] }
const session = { browser: 'Firefox', system: 'Linux', used: 'today', used_on: '2026-11-28', since: '2026-11-28' }
const here = { ...session, id: 'here', current: true }
const elsewhere = { ...session, id: 'elsewhere', browser: 'Safari', current: false }
const member = { id: 'ann', name: 'Ann', email: 'ann@example.org', desks: null }
const security = {
  'GET second-factor.php': () => ({ on: true, recovery_codes_left: 10 }),
  'GET passkeys.php': () => ({ passkeys: [] }),
  'GET sessions.php': () => ({ sessions: [here, elsewhere] }),
}

test('a person of staff sees their own desks, and no others', async () => {
  fakeApi({ 'GET user.php': () => ({ user: olga }), ...security })
  const { container } = await show(<DeskRoute />)
  expect(await screen.findByRole('link', { name: /Moderation/ })).toHaveAttribute('href', '/staff')
  expect(screen.getByRole('link', { name: /Staff/ })).toHaveAttribute('href', '/desk/people')
  expect(screen.queryByRole('link', { name: /Support/ })).toBeNull()
  await expectAccessible(container)
})

test('a person of staff sees where they are logged in, and ends one session', async () => {
  const asked = fakeApi({
    'GET user.php': () => ({ user: olga }),
    ...security,
    'DELETE sessions.php': () => ({ ended: 1 }),
  })
  const { user } = await show(<DeskRoute />)
  expect(await screen.findByText('This device')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Safari/ }))
  const ended = () => asked.filter(({ method }) => method === 'DELETE').map(({ body }) => body)
  await waitFor(() => expect(ended()).toEqual([{ id: 'elsewhere' }]))
})

test('logging in here is apart from members, with a code as the second step', async () => {
  let session: unknown = member
  const asked = fakeApi({
    'GET user.php': () => ({ user: session }),
    'POST desk-login.php': ({ body }) => {
      if (!(body as { code?: string }).code) return failure(422, 'second_factor_required', { field: 'code' })
      session = olga
      return { user: olga }
    },
    ...security,
  })
  const { user } = await show(<DeskRoute />)
  expect(await screen.findByText(/You’re logged in as a member/)).toBeVisible()
  await user.type(screen.getByLabelText('Email address'), 'olga@example.org')
  await user.type(screen.getByLabelText('Password'), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('heading', { name: 'Hello, Olga' })).toBeVisible()
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(sent).toEqual(['desk-login.php', 'desk-login.php'])
})

test.each([
  [olga, 'members', 'Hello, Olga'],
  [olga, 'desk-only', 'Inside'],
  [member, 'members', 'Inside'],
  [member, 'desk-only', 'Inside'],
  [null, 'desk-only', 'Log in'],
])('the gates let in whom they are for: %j at %s', async (user, at, heading) => {
  fakeApi({ 'GET user.php': () => ({ user }), ...security })
  await show(
    <Routes>
      <Route path="desk" element={<DeskRoute />} />
      <Route path="login" element={<h1>Log in</h1>} />
      <Route path="members" element={<MembersOnly>{<h1>Inside</h1>}</MembersOnly>} />
      <Route path="desk-only" element={<DeskOnly>{<h1>Inside</h1>}</DeskOnly>} />
    </Routes>,
    { at: `/${at}` },
  )
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
})

const kim = {
  id: 'kim',
  name: 'Kim',
  email: 'kim@example.org',
  roles: [{ role: 'moderator', site: '*' }],
  state: 'active',
  invited_at: '2026-06-01T12:00:00Z',
  logged_in_at: null,
  second_factor: true,
}

test('an owner changes roles of others and ends their access, never their own', async () => {
  const people = { people: [{ ...kim, id: 'olga', name: 'Olga' }, kim], acts: [], sites: ['iskra', 'pairwise'] }
  const asked = fakeApi({
    'GET user.php': () => ({ user: olga }),
    'GET desk-people.php': () => people,
    'PUT desk-people.php': () => failure(403, 'owner_by_command'),
    'DELETE desk-people.php': () => ({}),
  })
  const { user, container } = await show(<DeskPeopleRoute />)
  await screen.findByRole('heading', { name: 'Kim' })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Change roles' })).toHaveLength(1))
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Change roles' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Brand'), 'iskra')
  await user.click(dialog.getByRole('button', { name: 'Save roles' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Owners are invited by the person who runs the servers.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'End access' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End access' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect(asked.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { id: 'kim', roles: [{ role: 'moderator', site: 'iskra' }] }],
    ['DELETE', { id: 'kim' }],
  ])
})
