import { screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard, anOwnProfile } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import type { Card, FoundCard, SearchResults } from '@/api/types'
import { SearchScreen } from './search-screen'

const own = anOwnProfile({ id: 'me', name: 'Jonas', gender: 'male', seeks: ['female'] })
const member = { user: { id: 'me', name: 'Jonas' } }
const found = (card: Card, more: Partial<FoundCard> = {}): FoundCard => ({
  ...card,
  distance_km: null,
  shared_interests: [],
  close_in_age: false,
  ...more,
})
const page = (
  cards: Card[],
  next_cursor: string | null = null,
  count = { value: 284, exact: true },
): SearchResults => ({
  profiles: cards.map((card) => found(card)),
  count,
  next_cursor,
  similar_results: [],
  similar_count: { value: 0, exact: true },
  loosenings: [],
  radius_km: null,
})

const steps = (...all: [upto: number, points: number][]) => all.map(([upto, points]) => ({ upto, points }))
const fitPoints = {
  interests: steps([1, 12], [2, 24], [3, 36], [4, 48]),
  distance: steps([0, 24], [10, 20], [25, 14], [50, 8], [100, 4]),
  age: steps([2, 16], [5, 10], [10, 4]),
  window: 400,
}
const settings = { min_age: 18, countries: ['NL', 'BE'], region_data: { NL: 'province' }, fit_points: fitPoints }

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

function search(answers: Parameters<typeof fakeApi>[0], at = '/members') {
  const asked = fakeApi({
    'GET user.php': () => member,
    'GET profile.php': () => ({ profile: own }),
    'GET settings.php': () => ({ settings }),
    'GET regions.php': () => ({ regions: [{ id: 'nl-noord-holland', name: 'Noord-Holland' }] }),
    ...answers,
  })
  const shown = show(
    <>
      <Routes>
        <Route
          path="/members"
          element={<SearchScreen action={(card) => <button type="button">Like {card.name}</button>} />}
        />
      </Routes>
      <Address />
    </>,
    { at },
  )
  return shown.then((view) => ({ ...view, asked: asked.filter(({ path }) => path === 'search.php'), all: asked }))
}

test('a search begins with the sought genders, in the own country', async () => {
  const { all, container } = await search({
    'GET search.php': () =>
      page([
        aCard(),
        aCard({ id: 'bo', name: 'Bo', presence: 'today', is_new: true, fictional: true, demonstration: true }),
      ]),
  })
  const bo = await screen.findByRole('link', { name: /Bo/ })
  expect(screen.getByRole('heading', { level: 1, name: 'People · Netherlands' })).toBeVisible()
  expect(screen.getByText('284 people')).toBeVisible()
  expect(bo).toHaveTextContent('New')
  expect(bo).toHaveTextContent('Online today')
  expect(bo).toHaveTextContent('Fictional')
  expect(bo).toHaveTextContent('Demo')
  expect(within(bo).queryByRole('button')).toBeNull()
  const asked = all.find(({ path }) => path === 'search.php')!
  expect(Object.fromEntries(asked.query)).toEqual({
    gender: 'female',
    country: 'NL',
    radius: 'auto',
    order: 'near',
  })
  await expectAccessible(container)
})

test.each([
  [25, 'People near you · Zeist'],
  [100, 'People · Netherlands'],
  [null, 'People · Netherlands'],
])('the heading says within %s km where people are', async (radius, title) => {
  await search({
    'GET profile.php': () => ({ profile: { ...own, town: 'Zeist' } }),
    'GET search.php': () => ({ ...page([aCard()]), radius_km: radius }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('beyond the counting limit it says "more than"', async () => {
  await search({ 'GET search.php': () => page([aCard()], null, { value: 1_000, exact: false }) })
  expect(await screen.findByText('more than 1,000 people')).toBeVisible()
})

test('the filters stand in the address and in the words', async () => {
  const { all } = await search(
    { 'GET search.php': () => page([aCard()]) },
    '/members?region=nl-noord-holland&min_age=24&max_age=46',
  )
  expect(await screen.findByRole('heading', { name: 'People in Noord-Holland' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Age 24–46' })).toBeVisible()
  const query = all.find(({ path }) => path === 'search.php')!.query
  expect(query.get('region')).toBe('nl-noord-holland')
  expect(query.get('max_age')).toBe('46')
})

test('a chip and the sheet change the address', async () => {
  const { user } = await search({ 'GET search.php': () => page([aCard()]) })
  await user.click(await screen.findByRole('button', { name: 'Men' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?gender=male')
  await user.click(screen.getByRole('button', { name: 'All filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.selectOptions(within(sheet).getByLabelText('Province'), await within(sheet).findByText('Noord-Holland'))
  const youngest = within(sheet).getAllByLabelText('Minimum age').at(-1)!
  await user.clear(youngest)
  await user.type(youngest, '24')
  await expectAccessible(sheet)
  await user.click(await within(sheet).findByText('Show 284 people'))
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
  expect(await screen.findByText('That’s everyone for now.')).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('an empty result offers the most useful filter to loosen, with its count', async () => {
  const nobody = {
    ...page([], null, { value: 0, exact: true }),
    loosenings: [{ filter: 'region', count: { value: 23, exact: true } }],
  }
  const { user, container } = await search(
    {
      'GET search.php': ({ query }) =>
        query.get('region') ? nobody : page([aCard()], null, { value: 23, exact: true }),
    },
    '/members?region=nl-noord-holland&min_age=40',
  )
  const wider = await screen.findByRole('button', { name: 'The whole country: 23 people' })
  await expectAccessible(container)
  await user.click(wider)
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?min_age=40')
  expect(await screen.findByRole('link', { name: /Anna/ })).toBeVisible()
})

test('few results come with similar members, under a title of their own', async () => {
  const few = {
    ...page([aCard()], null, { value: 1, exact: true }),
    similar_results: [found(aCard({ id: 'bo', name: 'Bo' }))],
    similar_count: { value: 1, exact: true },
  }
  const { container } = await search({ 'GET search.php': () => few })
  const similar = await screen.findByRole('list', { name: 'Others you might like' })
  expect(within(similar).getByRole('link', { name: /Bo/ })).toBeVisible()
  expect(within(screen.getByRole('list', { name: 'People found' })).getAllByRole('link')).toHaveLength(1)
  await expectAccessible(container)
})

test('best fit shows reasons, and nearest shows distances', async () => {
  const best = {
    ...page([]),
    profiles: [found(aCard(), { distance_km: 10, shared_interests: ['cats', 'wine', 'yoga'] })],
  }
  const { user, all } = await search({ 'GET search.php': () => best })
  await user.click(await screen.findByRole('button', { name: 'Best fit' }))
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?order=fit')
  for (const reason of ['Cats', 'Wine', '1 more']) expect(await screen.findByText(reason)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Nearest' }))
  expect(await screen.findByText('Within 10 km')).toBeVisible()
  expect(all.filter(({ path }) => path === 'search.php').map(({ query }) => query.get('order'))).toEqual([
    'near',
    'fit',
  ])
})

test('a reason without points in the order of the site is not given', async () => {
  const noInterests = steps([1, 0], [2, 0], [3, 1], [4, 1])
  const { user } = await search({
    'GET search.php': () => ({
      ...page([]),
      profiles: [
        found(aCard({ name: 'Far' }), { distance_km: 250, shared_interests: ['cats'], close_in_age: true }),
        found(aCard({ id: 'much', name: 'Much' }), { distance_km: 25, shared_interests: ['cats', 'wine', 'yoga'] }),
      ],
    }),
    'GET settings.php': () => ({ settings: { ...settings, fit_points: { ...fitPoints, interests: noInterests } } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Best fit' }))

  const far = await screen.findByRole('link', { name: /Far/ })
  expect(within(far).getByText('Close in age')).toBeVisible()
  expect(within(far).queryByText('Cats')).not.toBeInTheDocument()
  expect(within(far).queryByText('Within 250 km')).not.toBeInTheDocument()
  const much = screen.getByRole('link', { name: /Much/ })
  for (const reason of ['Cats', 'Wine', '1 more']) expect(within(much).getByText(reason)).toBeVisible()
})

test('looks and interests are filters of the sheet', async () => {
  const { user } = await search({
    'GET search.php': () => page([aCard()]),
    'GET settings.php': () => ({ settings: { ...settings, interests: ['cats', 'wine'] } }),
  })
  await user.click(await screen.findByRole('button', { name: 'All filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.click(within(sheet).getByText('Looks and lifestyle'))
  await user.click(within(sheet).getByLabelText('Green'))
  await user.click(within(sheet).getByLabelText('Only people with a photo'))
  await user.click(within(sheet).getByText('Interests'))
  await user.click(await within(sheet).findByLabelText('Wine'))
  await user.click(await within(sheet).findByText('Show 284 people'))
  expect(screen.getByLabelText('address')).toHaveTextContent('/members?photo=1&eye_colour=green&interests=wine')
  expect(screen.getByText('All filters (3)')).toBeVisible()
})

test('a search that failed can be tried again', async () => {
  let works = false
  const { user, container } = await search({
    'GET search.php': () => (works ? page([aCard()]) : failure(500, 'internal')),
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred, please try again later')
  await expectAccessible(container)
  works = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /Anna/ })).toBeVisible()
})
