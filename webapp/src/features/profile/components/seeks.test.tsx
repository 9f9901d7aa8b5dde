import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { anOwnProfile } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { SeeksForm } from './seeks-form'
import { SeeksSection } from './seeks-section'

const matching = { kind: 'matching', given: false, version: null, current_version: '1', at: null }
const consent = /Use this to find people who suit me/
const unsaid = 'I’d rather not say'

function api(profile = anOwnProfile(), { due = false, refusals = 0 } = {}) {
  let left = refusals
  return fakeApi({
    'GET user.php': () => ({ user: { id: profile.id, matching_due: due } }),
    'GET settings.php': () => ({ settings: { min_age: 18 } }),
    'GET profile.php': () => ({ profile }),
    'GET consents.php': () => ({ consents: [matching] }),
    'PUT consents.php': () => ({ consents: [{ ...matching, given: true }] }),
    'PUT profile.php': ({ body }) =>
      left-- > 0 ? failure(422, 'matching_consent_needed') : { profile: { ...profile, ...(body as object) } },
  })
}

const sent = (asked: { method: string; path: string; body: unknown }[]) =>
  asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }))

test('a member with the consent changes the sought genders without being asked again', async () => {
  const profile = anOwnProfile({ seeks: ['male'] })
  const asked = api(profile)
  const { user } = await show(<SeeksSection profile={profile} />)
  await user.click(screen.getByRole('button', { name: /Edit/ }))
  expect(screen.queryByRole('checkbox', { name: consent })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Women' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked)).toMatchObject([{ body: { seeks: ['male', 'female'] } }]))
})

test('a member without sought genders is asked for the consent in place, also while it is being saved', async () => {
  const profile = anOwnProfile({ seeks: [] })
  const asked = api(profile, { refusals: 1 })
  const { user, container } = await show(<SeeksSection profile={profile} />)
  expect(screen.getByText(new RegExp(unsaid))).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Edit/ }))
  expect(screen.getByRole('checkbox', { name: unsaid })).toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: 'Men' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText(/Tick the box/)).toBeVisible()
  expect(sent(asked)).toEqual([])
  await expectAccessible(container)

  await user.click(screen.getByRole('checkbox', { name: consent }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked)).toHaveLength(3), { timeout: 5000 })
  expect(sent(asked)[0]?.body).toEqual({ kind: 'matching', version: '1', given: true })
  expect(sent(asked)[2]?.body).toMatchObject({ seeks: ['male'] })
})

test('a member from before the consent is asked in place, too, and leaving it open needs no consent', async () => {
  const profile = anOwnProfile({ seeks: ['male'] })
  const asked = api(profile, { due: true })
  const { user } = await show(<SeeksSection profile={profile} />)
  await user.click(screen.getByRole('button', { name: /Edit/ }))
  expect(await screen.findByRole('checkbox', { name: consent })).not.toBeChecked()
  await user.click(screen.getByRole('checkbox', { name: unsaid }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked)).toMatchObject([{ body: { seeks: [] } }]))
})

test('agreeing again in the settings asks again', async () => {
  const profile = anOwnProfile({ seeks: [] })
  const asked = api(profile)
  const { user, container } = await show(<SeeksForm />)
  await user.click(await screen.findByRole('checkbox', { name: 'Men' }))
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked).at(-1)).toMatchObject({ body: { seeks: ['male'] } }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
})
