import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { aCard } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { MemberMarks } from './member-card'

async function marksOn(settings: object) {
  fakeApi({ 'GET settings.php': () => ({ settings }) })
  return show(<MemberMarks card={aCard({ fictional: true })} />)
}

test('a fictional profile is called so', async () => {
  const { container } = await marksOn({ fictional_singular: { pl: 'Postać' }, fictional_icon: 'word' })
  expect(await screen.findByText('Fictional')).toBeVisible()
  expect(container.querySelector('svg')).toBeNull()
})

test('a site has its own words for it, by language, and a sign that never stands alone', async () => {
  const { container } = await marksOn({ fictional_singular: { en: 'Fantasy profile' }, fictional_icon: 'mark' })
  expect(await screen.findByText('Fantasy profile')).toBeVisible()
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  await expectAccessible(container)
})
