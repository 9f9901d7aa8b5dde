import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi, failure } from '@tests/fake-api'
import mailedLinks from '@tests/mailed-links.json'
import { show } from '@tests/render'
import { AppRoutes } from './routes'

// They read the purpose of a link by POST: its token is too long for a query, and secret.
const READING = ['POST desk-invitation.php', 'POST mail-switch.php', 'POST statement.php', 'POST shared-plan.php']

afterEach(() => {
  window.location.hash = ''
})

/** A page of the site's own words, read from a file. */
const isStatic = (link: string) => link.startsWith('/pages/')

/** Mail scanners open every link and run its scripts. The list is that of services/notifications' mails. */
test.each(mailedLinks.filter((link) => !isStatic(link)))('opening %s changes nothing', async (link) => {
  const [path = '', hash = ''] = link.split('#')
  window.location.hash = hash
  const asked = fakeApi({
    'GET settings.php': () => ({ settings: { name: 'Pairwise', support_email: 'help@example.org' } }),
    'GET user.php': () => failure(403, 'authentication_required'),
    'POST desk-invitation.php': () => failure(422, 'link_invalid'),
    'POST mail-switch.php': () => ({ type: 'like', email: true }),
    'POST shared-plan.php': () => failure(404, 'not_found'),
    'POST statement.php': () => failure(422, 'statement_link_invalid'),
  })
  await show(<AppRoutes />, { at: `${path}#${hash}` })
  await waitFor(() => expect(screen.queryAllByRole('heading', { level: 1 })).not.toEqual([]), { timeout: 30_000 })
  // Requests of effects have been sent by now.
  await new Promise((resolve) => setTimeout(resolve))
  const sent = asked.map((each) => `${each.method} ${each.path}`).filter((each) => !each.startsWith('GET '))
  expect(sent.filter((each) => !READING.includes(each))).toEqual([])
  const token = new URLSearchParams(hash).get('token')
  if (token) expect(asked.some((each) => each.query.toString().includes(token))).toBe(false)
})
