import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Consent } from '@/api/consents'
import type { Export } from '@/features/mydata/api/exports'
import { ConsentList } from './consent-list'
import { DownloadCopy } from './download-copy'
import { ExportForm } from './export-form'

const agreed: Consent = {
  kind: 'terms',
  given: true,
  version: '2026-01-05T00:00:00Z',
  current_version: '2026-01-05T00:00:00Z',
  at: '2026-06-01T10:00:00Z',
  withdrawable: false,
  due: false,
}
const never: Consent = {
  ...agreed,
  kind: 'sexuality',
  given: false,
  version: null,
  current_version: '1',
  at: null,
  withdrawable: true,
}
const matching: Consent = { ...agreed, kind: 'matching', version: '1', current_version: '1', withdrawable: true }
const pages = { terms: '/pages/terms', privacy: '/pages/privacy' }

test('a consent is given with its version and taken back again', async () => {
  const asked = vi.fn()
  fakeApi({
    'GET consents.php': () => ({ consents: [agreed, matching, never] }),
    'PUT consents.php': (request: unknown) => {
      asked(request)
      return {
        consents: [
          agreed,
          matching,
          { ...never, given: true, version: '1', at: new Date(2026, 5, 2, 12).toISOString() },
        ],
      }
    },
  })
  const { user, container } = await show(<ConsentList pages={pages} />)
  expect(await screen.findByText('Not agreed')).toBeVisible()
  await user.click(screen.getByRole('switch', { name: 'Show my orientation on my profile' }))
  expect(await screen.findByText(/Agreed on June 2, 2026, version 1/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/pages/terms')
  await expectAccessible(container)
})

test('showing the sexuality rests on the consent to match by it', async () => {
  fakeApi({
    'GET consents.php': () => ({ consents: [{ ...never, kind: 'matching' }, never] }),
    'PUT consents.php': () => ({ consents: [matching, never] }),
    'GET user.php': () => ({ user: null }),
  })
  const { user, container } = await show(<ConsentList pages={pages} matching={<p>Whom, then?</p>} />)
  const shows = await screen.findByRole('switch', { name: 'Show my orientation on my profile' })
  expect(shows).toBeDisabled()
  expect(screen.queryByText('Whom, then?')).toBeNull()
  await expectAccessible(container)
  await user.click(screen.getByRole('switch', { name: /Find people by who/ }))
  expect(await screen.findByText('Whom, then?')).toBeVisible()
  expect(shows).toBeEnabled()
})

test('a consent that could not be saved stays as it was, and says why', async () => {
  fakeApi({
    'GET consents.php': () => ({ consents: [{ ...never, kind: 'marketing' }] }),
    'PUT consents.php': () => failure(409, 'consent_outdated'),
  })
  const { user } = await show(<ConsentList pages={pages} />)
  await user.click(await screen.findByRole('switch'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The text has changed')
  expect(screen.getByRole('switch')).not.toBeChecked()
})

const gathering: Export = {
  id: '1',
  state: 'gathering',
  delivered: 2,
  services: 7,
  requested_at: '2026-06-01T10:00:00Z',
  expires_at: null,
  next_at: '2999-01-01T00:00:00Z',
}

test('a copy is asked for with the password, and its progress is shown', async () => {
  fakeApi({ 'GET export.php': () => ({ export: null }), 'POST export.php': () => ({ export: gathering }) })
  const { user, container } = await show(<ExportForm />)
  await user.type(await screen.findByLabelText(/Enter your password/), 'three plain words')
  await user.click(screen.getByRole('button', { name: 'Request my data' }))
  expect(await screen.findByText(/2 of 7 parts/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Request my data' })).toBeNull()
  await expectAccessible(container)
})

test('a wrong password begins nothing', async () => {
  fakeApi({ 'GET export.php': () => ({ export: null }), 'POST export.php': () => failure(422, 'password_wrong') })
  const { user } = await show(<ExportForm />)
  await user.type(await screen.findByLabelText(/Enter your password/), 'other words')
  await user.click(screen.getByRole('button', { name: 'Request my data' }))
  expect(await screen.findByText('Please check your password')).toBeVisible()
})

test.each([
  ['ready', /Your copy is ready/],
  ['fetched', /You’ve downloaded/],
  ['expired', /has expired/],
] as const)('a copy that is %s says so, and when there can be another', async (state, words) => {
  fakeApi({ 'GET export.php': () => ({ export: { ...gathering, state, expires_at: '2026-06-02T10:00:00Z' } }) })
  await show(<ExportForm />)
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText(/another copy from/)).toBeVisible()
})

test('a link that was used says so', async () => {
  fakeApi({ 'POST export-download.php': () => failure(422, 'export_link_invalid') })
  const { user, container } = await show(<DownloadCopy token="t" />)
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This link has been used or has expired'))
  await expectAccessible(container)
})
