import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi, failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { PagesScreen } from './pages-screen'

const words = { title: 'Spring is here', accent: 'come out.', text: 'Meet people.', action: '' }
const document = { scene: 'gallery', niche: null, palette: null, portraits: null, words: { en: words }, blocks: [] }
const summary = { slug: 'spring', path: '/landers/spring', scene: 'gallery', state: 'live', live_version: 1 }
const pages = {
  pages: [{ ...summary, versions: 2, waiting: 1, has_experiment: false }],
  locales: ['en', 'de'],
  review: 'one',
}
const version = { made_at: '2026-10-02T12:00:00Z', document, preview: '/landers/preview/spring/1?token=x' }
const page = {
  ...summary,
  has_experiment: false,
  versions: [
    { ...version, number: 2, problems: [{ code: 'language_missing', place: 'words.de' }] },
    { ...version, number: 1, problems: [] },
  ],
  publications: [{ id: 7, version: 2, starts_at: '2026-10-03T12:00:00Z', state: 'waiting', is_own: false }],
  locales: ['en', 'de'],
}
const user = { user: { id: 'ann' } }
const open = (at: string) =>
  show(
    <Routes>
      <Route path="marketing/pages/*" element={<PagesScreen />} />
    </Routes>,
    { at },
  )

test('pages are listed with their addresses and states', async () => {
  fakeApi({ 'GET marketing-pages.php': () => pages })
  const { container } = await open('/marketing/pages')
  expect(await screen.findByRole('link', { name: 'spring' })).toBeVisible()
  expect(screen.getByText(/Live · Version 1/)).toBeVisible()
  await expectAccessible(container)
})

test('a version is saved on top of the newest, and lists missing fields', async () => {
  const asked = fakeApi({
    'GET marketing-pages.php': () => pages,
    'GET marketing-page.php': () => page,
    'GET user.php': () => user,
    'PUT marketing-draft.php': () => ({
      preview: null,
      weight: 1,
      heaviest: 2,
      languages: [],
      problems: page.versions[0]?.problems,
    }),
    'POST marketing-page.php': () => ({ version: 3, problems: [] }),
  })
  const { container } = await open('/marketing/pages/spring')
  expect(await screen.findByText('Deutsch: this language is missing')).toBeVisible()
  await expectAccessible(container)

  const headline = screen.getByRole('textbox', { name: 'Headline' })
  await userEvent.clear(headline)
  await userEvent.type(headline, 'Summer ')
  await userEvent.click(screen.getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByText('Version 3 is saved. It is not live yet.')).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { slug: 'spring', base: 2, document: { ...document, words: { en: { ...words, title: 'Summer' } } } },
  ])
})

test('a colleague approves, and a refusal is shown', async () => {
  fakeApi({
    'GET marketing-pages.php': () => pages,
    'GET marketing-page.php': () => page,
    'GET user.php': () => user,
    'PUT marketing-page.php': () => failure(409, 'experiment_runs'),
  })
  await open('/marketing/pages/spring')
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('An experiment is running on this page. End it first.')).toBeVisible()
})

test('an unknown address is a new page', async () => {
  fakeApi({
    'GET user.php': () => user,
    'GET marketing-pages.php': () => pages,
    'GET marketing-page.php': () => failure(404, 'not_found'),
  })
  await open('/marketing/pages/summer')
  expect(await screen.findByRole('heading', { name: /summer/ })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Headline' })).toHaveValue('')
})

test('an address without a letter or digit is refused at its field', async () => {
  fakeApi({ 'GET marketing-pages.php': () => pages })
  await open('/marketing/pages')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Address' }), '!?')
  await userEvent.click(screen.getByRole('button', { name: 'New page' }))
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(/Use small letters/)
})
