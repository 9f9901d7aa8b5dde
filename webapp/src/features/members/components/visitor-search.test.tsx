import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { VisitorSearch } from './visitor-search'

const anna = {
  id: 'anna',
  name: 'Anna',
  age: 29,
  gender: 'female',
  country: 'NL',
  region: 'nl-utrecht',
  region_name: 'Utrecht',
  fictional: true,
  demonstration: false,
  thumbhash: null,
}

test('a visitor sees that there are people, and the way in', async () => {
  const asked = fakeApi({
    'GET settings.php': () => ({ settings: { geoip_selected_country: 'NL' } }),
    'GET visitor-search.php': () => ({ profiles: [anna], count: { value: 1000, exact: false }, next_cursor: null }),
  })
  const { user, container } = await show(
    <VisitorSearch source={{ network: 'somewhere', ref: null }} signUp={<a href="/signup">Sign up</a>} />,
  )
  expect(await screen.findByText('Anna, 29')).toBeVisible()
  expect(screen.getByText('Fictional')).toBeVisible()
  expect(screen.getByText('more than 1,000 people')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Anna, 29' })).toHaveAttribute('href', '/members/anna/signup')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Women' }))
  expect(asked.at(-1)?.query.get('gender')).toBe('female')
  expect(asked.at(-1)?.query.get('network')).toBe('somewhere')
})
