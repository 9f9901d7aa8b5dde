import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { SavedViews } from './saved-views'

const view = {
  id: '6e0d7a1e-9a52-4f0e-8a94-0f62c7c1d001',
  name: 'Weekly',
  query: 'by=week',
  is_shared: true,
  is_own: false,
  is_default: false,
}
const api = (views: unknown[], more = {}) => fakeApi({ 'GET marketing-views.php': () => ({ views }), ...more })

test('a saved view is chosen by a press, and the shown one is marked', async () => {
  api([view, { ...view, id: view.id.replace('001', '002'), name: 'Daily', query: 'by=day' }])
  const chosen = vi.fn()
  const { user, container } = await show(<SavedViews query="by=day" isBare={false} onChoose={chosen} />)
  expect(await screen.findByRole('button', { name: 'Daily', pressed: true })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Weekly', pressed: false }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('by=week')
  await expectAccessible(container)
})

test.each([
  { isBare: true, times: 1 },
  { isBare: false, times: 0 },
])('the default opens a report without an address of its own ($isBare)', async ({ isBare, times }) => {
  api([{ ...view, is_default: true }])
  const chosen = vi.fn()
  await show(<SavedViews query="by=page" isBare={isBare} onChoose={chosen} />)
  await screen.findByRole('button', { name: 'Weekly' })
  expect(chosen).toHaveBeenCalledTimes(times)
})

test('the shown view is saved by a name, and a refusal is said', async () => {
  const answers = [failure(409, 'views_full'), {}]
  const asked = api([view], {
    'POST marketing-views.php': () => answers.shift(),
    'PUT marketing-views.php': () => ({}),
  })
  const { user } = await show(<SavedViews query="by=network" isBare={false} onChoose={() => undefined} />)
  await user.click(screen.getByText('Save this view', { selector: 'summary' }))
  const form = within(screen.getByRole('form', { name: 'Save this view' }))
  await user.type(form.getByRole('textbox', { name: 'Name of the view' }), 'Networks')
  await user.click(form.getByRole('switch'))
  await user.click(form.getByRole('button'))
  expect(await screen.findByText(/no room for more views/)).toBeVisible()
  await user.click(form.getByRole('button'))
  await waitFor(() => expect(form.getByRole('textbox')).toHaveValue(''))
  expect(lastBody(asked, 'marketing-views.php')).toMatchObject({
    name: 'Networks',
    query: 'by=network',
    is_shared: true,
  })
  await user.click(within(screen.getByRole('group', { name: 'Weekly' })).getByRole('switch'))
  await waitFor(() => expect(lastBody(asked, 'marketing-views.php')).toEqual({ id: view.id, is_default: true }))
})
