import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { anOwnProfile, aPicture } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { OwnMainPhoto } from './own-main-photo'

test('the own main photo says that it is being checked until it is approved', async () => {
  fakeApi({})
  const profile = anOwnProfile({ main_image: { ...aPicture('anna-1'), status: 'pending' } })
  const { container } = await show(<OwnMainPhoto profile={profile} />)
  expect(screen.getByRole('img', { name: 'Photo of Anna' })).toHaveAttribute('src', '/media/anna-1/400.webp')
  expect(screen.getByText('Being checked')).toBeVisible()
  await expectAccessible(container)
})

test('an approved main photo, and none, have no such mark', async () => {
  fakeApi({})
  await show(<OwnMainPhoto profile={anOwnProfile()} />)
  await show(<OwnMainPhoto profile={anOwnProfile({ main_image: null })} />)
  expect(screen.queryByText('Being checked')).toBeNull()
})
