import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { anOwnProfile } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { PersonSection } from './person-section'
import { TownSection } from './town-section'

const site = { min_age: 18, signup_limits: { name_longest: 40 }, countries: ['NL', 'DE'] }
const profile = anOwnProfile({ name: 'Anna', gender: 'female', date_of_birth: '1995-04-12', country: 'NL' })

function api(more: object = {}) {
  return fakeApi({
    'GET user.php': () => ({ user: { id: profile.id } }),
    'GET settings.php': () => ({ settings: site }),
    'GET geocode.php': () => ({ towns: [{ id: 7, name: 'Berlin', region: 'Berlin', country: 'DE' }] }),
    'PUT user.php': ({ body }) => ({ user: { id: profile.id, ...(body as object) } }),
    'PUT profile.php': ({ body }) => ({ profile: { ...profile, ...(body as object) } }),
    ...more,
  })
}

const sent = (asked: { method: string; path: string; body: unknown }[]) =>
  asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }))

async function edit(section: React.ReactNode) {
  const shown = await show(section)
  await shown.user.click(screen.getByRole('button', { name: /Edit/ }))
  return shown
}

test('name, gender and date of birth can be corrected', async () => {
  const asked = api()
  const { user, container } = await edit(<PersonSection profile={profile} />)
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Hanna')
  await user.click(screen.getByRole('radio', { name: 'Man' }))
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked)).toHaveLength(2))
  expect(sent(asked).map(({ body }) => body)).toEqual([
    { name: 'Hanna' },
    { gender: 'male', date_of_birth: '1995-04-12' },
  ])
})

test('a name that stays is not sent', async () => {
  const asked = api()
  const { user } = await edit(<PersonSection profile={profile} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(asked).map(({ body }) => body)).toEqual([{ gender: 'female', date_of_birth: '1995-04-12' }]),
  )
})

test("a second correction says in the reader's own writing from when it is possible", async () => {
  api({ 'PUT profile.php': () => failure(409, 'changed_lately', { again_on: '2026-12-24' }) })
  const { user } = await edit(<PersonSection profile={profile} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/December 24, 2026|24 December 2026/)).toBeVisible()
})

test('a member who has moved to another country says so by a town there', async () => {
  const asked = api()
  const { user, container } = await edit(<TownSection profile={profile} />)
  await user.selectOptions(await screen.findByLabelText('Country'), 'Germany')
  await user.type(screen.getByRole('combobox', { name: /Town/ }), 'Berl')
  await user.click(await screen.findByRole('option', { name: /Berlin/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(asked).map(({ body }) => body)).toEqual([{ town_id: 7 }]))
  await expectAccessible(container)
})
