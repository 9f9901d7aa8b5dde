import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { anOwnProfile } from '@tests/people'
import { show } from '@tests/render'
import { InterestsSection } from './profile-sections'

const shown = { search_fields: ['interests'], visible_profile_fields: ['interests'], visible_profile_notes: false }

test('an interest chosen on another site is shown beside those of this site, and can be taken out', async () => {
  const profile = anOwnProfile({ interests: ['wine'] })
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: profile.id } }),
    'GET settings.php': () => ({ settings: { ...shown, interests: ['hiking'] } }),
    'GET profile.php': () => ({ profile }),
    'PUT profile.php': ({ body }) => ({ profile: { ...profile, ...(body as object) }, contact_details: [] }),
  })
  const { user } = await show(<InterestsSection profile={profile} />)
  await user.click(screen.getByRole('button', { name: /Edit/ }))
  await user.click(await screen.findByLabelText('Hiking'))
  await user.click(screen.getByLabelText('Wine'))
  expect(screen.queryByLabelText('Cats')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ interests: ['hiking'] }),
  )
})
