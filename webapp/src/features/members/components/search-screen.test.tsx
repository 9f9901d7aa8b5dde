import { screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../../tests/fake-api'
import { aCard, anOwnProfile } from '../../../../tests/people'
import { expectAccessible, show } from '../../../../tests/render'
import type { Card } from '../../../api/types'
import { SearchScreen } from './search-screen'

const own = anOwnProfile({ id: 'me', name: 'Jonas', gender: 'male', seeks: ['female'] })
const member = { user: { id: 'me', name: 'Jonas' } }
const page = (profiles: Card[], next_cursor: string | null = null, count = { value: 284, exact: true }) => ({ profiles, count, next_cursor })

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

function search(answers: Parameters<typeof fakeApi>[0], at = '/members') {
  const asked = fakeApi({
    'GET user.php': () => member,
    'GET profile.php': () => ({ profile: own }),
    'GET regions.php': () => ({ regions: [{ id: 'nl-noord-holland', name: 'Noord-Holland' }] }),
    ...answers,
  })
  const shown = show(
    <>
      <Routes>
        <Route path="/members" element={<SearchScreen action={(card) => <button type="button">Like {card.name}</button>} />} />
      </Routes>
      <Address />
    </>,
    { at },
  )
  return shown.then((view) => ({ ...view, asked: asked.filter(({ path }) => path === 'search.php'), all: asked }))
}

test('one begins with whom one seeks, in the own country', async () => {
  const { all, container } = await search({
    'GET search.php': () => page([aCard(), aCard({ id: 'bo', name: 'Bo', presence: 'online', is_new: true, fictional: true, demonstration: true })]),
  })
  const bo = await screen.findByRole('link', { name: /Bo/ })
  expect(screen.getByRole('heading', { level: 1, name: 'People near you' })).toBeVisible()
  expect(screen.getByText('284 people')).toBeVisible()
  expect(bo).toHaveTextContent('New')
  expect(bo).toHaveTextContent('Online')
  expect(bo).toHaveTextContent('Fictional')
  expect(bo).toHaveTextContent('Demonstration')
  expect(within(bo).queryByRole('button')).toBeNull()
  const asked = all.find(({ path }) => path === 'search.php')!
  expect(Object.fromEntries(asked.query)).toEqual({ gender: 'female', country: 'NL' })
  await expectAccessible(container)
})

test('beyond what is counted it says more than', async () => {
  await search({ 'GET search.php': () => page([aCard()], null, { value: 10_000, exact: false }) })
  expect(await screen.findByText('more than 10,000 people')).toBeVisible()
})

test('the filters stand in the address and in the words', async () => {
  const { all } = await search({ 'GET search.php': () => page([aCard()]) }, '/members?region=nl-noord-holland&min_age=24&max_age=46')
  expect(await screen.findByRole('heading', { name: 'People in Noord-Holland' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Age 24–46' })).toBeVisible()
  const query = all.find(({ path }) => path === 'search.php')!.query
  expect(query.get('region')).toBe('nl-noord-holland')
  expect(query.get('max_age')).toBe('46')
})

test('a chip and the sheet change the address', async () => {
  const { user, container } = await search({ 'GET search.php': () => page([aCard()]) })
  await user.click(await screen.findByRole('button', { name: 'Men' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?gender=male')
  await user.click(screen.getByRole('button', { name: 'All filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.selectOptions(within(sheet).getByLabelText('Province'), await within(sheet).findByRole('option', { name: 'Noord-Holland' }))
  const youngest = within(sheet).getByRole('spinbutton', { name: 'Youngest age' })
  await user.clear(youngest)
  await user.type(youngest, '24')
  await expectAccessible(container)
  await user.click(await within(sheet).findByRole('button', { name: 'Show 284 people' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?gender=male&region=nl-noord-holland&min_age=24')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the next page comes by a button, and the end is said', async () => {
  const pages: Record<string, ReturnType<typeof page>> = {
    first: page([aCard()], 'second'),
    second: page([aCard({ id: 'bo', name: 'Bo' }), aCard()]),
  }
  const { user } = await search({ 'GET search.php': ({ query }) => pages[query.get('cursor') ?? 'first'] })
  await user.click(await screen.findByRole('button', { name: 'Show more people' }))
  expect(await screen.findByText('That is everyone for now.')).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('nobody found offers the filter worth loosening, with its count', async () => {
  const { user, container } = await search(
    { 'GET search.php': ({ query }) => (query.get('region') ? page([], null, { value: 0, exact: true }) : page([aCard()], null, { value: 23, exact: true })) },
    '/members?region=nl-noord-holland&min_age=40',
  )
  const wider = await screen.findByRole('button', { name: 'The whole country: 23 people' })
  expect(screen.queryByRole('button', { name: /Any age:/ })).toBeNull()
  await expectAccessible(container)
  await user.click(wider)
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?min_age=40')
  expect(await screen.findByRole('link', { name: /Anna/ })).toBeVisible()
})

test('a search that failed can be tried again', async () => {
  let works = false
  const { user, container } = await search({ 'GET search.php': () => (works ? page([aCard()]) : failure(500, 'internal')) })
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occured, please try again later')
  await expectAccessible(container)
  works = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Anna/ })).toBeVisible()
})
