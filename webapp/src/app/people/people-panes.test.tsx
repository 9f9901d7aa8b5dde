import { screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { PageTitle } from '@/ui'
import PeoplePanes from './people-panes'

let isWide = true
beforeEach(() => {
  isWide = true
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('1360px') && isWide,
    addEventListener() {},
    removeEventListener() {},
  }))
})
afterEach(() => void vi.unstubAllGlobals())

const profile = { id: 'own', name: 'Ann', gender: 'female', seeks: ['male'], country: 'NL' }

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

async function opened(at: string) {
  fakeApi({
    'GET profile.php': () => ({ profile }),
    'GET settings.php': () => ({ settings: { name: 'Pairwise', min_age: 18 } }),
    'GET search.php': () => ({ members: [], similar: [], total: 0, next: null }),
  })
  return show(
    <>
      <Address />
      <Link to="/members/freja">Freja</Link>
      <Routes>
        <Route element={<PeoplePanes />}>
          <Route path="members" element={null} />
          <Route path="members/:id" element={<PageTitle title="Freja, 30" />} />
        </Route>
      </Routes>
    </>,
    { at },
  )
}

const list = (level: number) => screen.findByRole('heading', { level, name: /People|Everyone|Members/ })

test('a profile stands beside the list on a wide screen, and names the window', async () => {
  await opened('/members/freja')
  expect(await screen.findByRole('heading', { level: 1, name: 'Freja, 30' })).toBeVisible()
  expect(await list(2)).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Freja, 30'))
})

test('a profile takes the place of the list on a narrow screen', async () => {
  isWide = false
  await opened('/members/freja')
  expect(await screen.findByRole('heading', { level: 1, name: 'Freja, 30' })).toBeVisible()
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
})

test('closing a profile leads back to the list and its filters', async () => {
  const { user } = await opened('/members?radius=25')
  await user.click(screen.getByRole('link', { name: 'Freja' }))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(await list(1)).toBeVisible()
  expect(screen.getByText('/members?radius=25')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Freja, 30' })).toBeNull()
})
