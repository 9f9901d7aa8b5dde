import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { LinksScreen } from './links-screen'

const target = {
  page: 'spring',
  weight: 3,
  countries: ['NL'],
  devices: ['phone'],
  languages: ['nl'],
  first_hour: 22,
  until_hour: 6,
  is_paused: false,
  is_live: false,
}
const link = { name: 'summer', fallback: 'gallery', has_fallback: true, targets: [target], network: 'northwind' }
const api = (links: unknown[], more = {}) =>
  fakeApi({
    'GET marketing-links.php': () => ({ links, pages: ['gallery', 'video'], languages: ['en', 'nl'] }),
    'GET marketing-networks.php': () => ({ networks: [{ name: 'northwind' }], unknown: [] }),
    ...more,
  })

test('a link shows its pages, its rules, and the pages that are not live', async () => {
  api([link])
  const { container } = await show(<LinksScreen />)
  const card = await screen.findByRole('article', { name: 'summer' })
  expect(within(card).getByText(/\/go\/summer\?sub1=/)).toBeVisible()
  expect(
    within(card).getByText(/weight: 3 · Netherlands · Phone · Nederlands · 22:00–6:00 UTC · not live/),
  ).toBeVisible()
  expect(within(card).getByText(/everybody else/)).toBeVisible()
  expect(within(card).getByText(/Network.*northwind/)).toBeVisible()
  await expectAccessible(container)
})

test('a new link is sent with its rules, and a refusal keeps the form', async () => {
  const answers = [failure(409, 'link_taken', { field: 'name' }), {}]
  const asked = api([], { 'POST marketing-links.php': () => answers.shift() })
  const { user, container } = await show(<LinksScreen />)
  await user.click(await screen.findByRole('button', { name: 'New smart link' }))
  await user.type(screen.getByRole('textbox', { name: /Name of the link/ }), 'spring')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'video')
  await user.type(screen.getByRole('textbox', { name: /Countries/ }), 'nl, be')
  await user.click(screen.getByRole('checkbox', { name: 'Phone' }))
  await user.type(screen.getByRole('spinbutton', { name: 'From hour (UTC)' }), '9')
  await user.type(screen.getByRole('spinbutton', { name: 'Until hour (UTC)' }), '17')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  expect(await screen.findByText('You already have a smart link with this name')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save link' })).toBeNull())
  expect(lastBody(asked, 'marketing-links.php')).toEqual({
    name: 'spring',
    fallback: 'gallery',
    network: null,
    targets: [
      {
        page: 'video',
        weight: 1,
        countries: ['NL', 'BE'],
        devices: ['phone'],
        languages: [],
        first_hour: 9,
        until_hour: 17,
        is_paused: false,
      },
    ],
  })
})

test('a link ends after a second press', async () => {
  const asked = api([link], { 'DELETE marketing-links.php': () => ({}) })
  const { user } = await show(<LinksScreen />)
  await user.click(await screen.findByRole('button', { name: 'End link' }))
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'End summer' }))
  await waitFor(() => expect(lastBody(asked, 'marketing-links.php')).toEqual({ name: 'summer' }))
})
