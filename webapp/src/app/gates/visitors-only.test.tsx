import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import HomeRoute from '@/app/routes/home'
import LoginRoute from '@/app/routes/login'
import SignupRoute from '@/app/routes/signup'
import SignupModal from '@/app/routes/signup-modal'

const settings = { 'GET settings.php': () => ({ settings: { name: 'Pairwise', signups: 'all', free_messages: 3 } }) }

const screens = [
  ['home', <HomeRoute key="home" />, /Good conversations/, 'members'],
  ['log-in', <LoginRoute key="login" />, /Log in|Welcome/, 'members'],
  ['sign-up', <SignupRoute key="signup" />, /Sign up|Create|Join/, 'complete-signup'],
  ['sign-up dialog', <SignupModal key="modal" />, /Sign up|Create|Join/, 'complete-signup'],
] as const

const at = { pathname: '/here', state: { behind: { pathname: '/' } } }

const around = (screenOfVisitors: React.ReactNode) => (
  <Routes>
    <Route path="here" element={screenOfVisitors} />
    <Route path="members" element={<h1>Members</h1>} />
    <Route path="complete-signup" element={<h1>Your account</h1>} />
  </Routes>
)

test.each(screens)('the %s screen is shown to nobody until it is known who asks', async (_, element, heading, to) => {
  let answer: (session: unknown) => void = () => undefined
  fakeApi({ ...settings, 'GET user.php': () => new Promise((resolve) => (answer = resolve)) })
  await show(around(element), { at })
  expect(await screen.findByText('Loading')).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: heading })).toBeNull()

  answer({ user: { id: 'ann', status: 'active' } })

  expect(await screen.findByRole('heading', { name: to === 'members' ? 'Members' : 'Your account' })).toBeVisible()
})

test.each(screens)('a server that cannot say who asks keeps nobody from the %s screen', async (_, element, heading) => {
  fakeApi({ ...settings, 'GET user.php': () => failure(500, 'internal_error') })
  await show(around(element), { at })
  expect((await screen.findAllByRole('heading', { name: heading }))[0]).toBeInTheDocument()
})
