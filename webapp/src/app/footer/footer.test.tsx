import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { Footer } from './footer'
import { footerGroups } from './footer-pages'

const settings = { name: 'Pairwise', min_age: 18, geoip_selected_country: 'NL' }
const visitor = { 'GET user.php': () => ({ user: null }) }
const checks = /doesn’t carry out criminal background checks/

const flat = (reader: Parameters<typeof footerGroups>[0]) => footerGroups(reader).flatMap(({ pages }) => pages)

test('the page has everything that a visitor decides by, and the index has the languages', () => {
  expect(flat({ member: false, index: false, installed: false })).toContain('ban')
  expect(flat({ member: false, index: false, installed: false })).not.toContain('languages')
  expect(flat({ member: false, index: true, installed: false })).toContain('languages')
  expect(flat({ member: false, index: false, installed: false })[0]).toBe('pricing')
  expect(flat({ member: true, index: false, installed: false })[0]).toBe('service')
  expect(flat({ member: true, index: false, installed: true })).toEqual([
    'service',
    'safety',
    'complaints',
    'terms',
    'privacy',
  ])
})

test('visitors in the United States see which checks are not made', async () => {
  fakeApi({ ...visitor, 'GET settings.php': () => ({ settings: { ...settings, geoip_selected_country: 'US' } }) })
  const { container } = await show(<Footer />)
  expect(await screen.findByText(checks)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Your privacy choices' })).toHaveAttribute('href', '/pages/cookies')
  expect(screen.queryByRole('link', { name: 'Cookies' })).toBeNull()
  await expectAccessible(container)
})

test.each([true, false])('fictional profiles are announced where the site has them: %s', async (fictional_warning) => {
  fakeApi({ ...visitor, 'GET settings.php': () => ({ settings: { ...settings, fictional_warning } }) })
  const { container } = await show(<Footer />)
  await screen.findByText(/Pairwise is for adults aged 18/)
  expect(/fictional/i.test(container.textContent)).toBe(fictional_warning)
})

test('visitors elsewhere do not see it', async () => {
  fakeApi({ ...visitor, 'GET settings.php': () => ({ settings }) })
  await show(<Footer />)
  expect(await screen.findByText(/Pairwise is for adults aged 18/)).toBeVisible()
  expect(screen.queryByText(checks)).toBeNull()
  expect(screen.getByRole('link', { name: 'Cookies' })).toBeVisible()
})
