import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { DeleteAccount } from './delete-account'

async function ask(onDeleted = vi.fn(async () => undefined)) {
  const { user, container } = await show(<DeleteAccount onDeleted={onDeleted} />)
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  await user.type(screen.getByLabelText(/Enter your password/), 'three plain words')
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  return { onDeleted, container }
}

test('the right password deletes the account and says until when one can return', async () => {
  fakeApi({ 'DELETE user.php': () => ({ reactivate_until: '2026-12-05T00:00:00Z' }) })
  const { onDeleted } = await ask()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledWith('2026-12-05T00:00:00Z'))
})

test('a wrong password deletes nothing', async () => {
  fakeApi({ 'DELETE user.php': () => failure(422, 'password_wrong') })
  const { onDeleted, container } = await ask()
  expect(await screen.findByText('Please check your password')).toBeVisible()
  expect(onDeleted).not.toHaveBeenCalled()
  await expectAccessible(container)
})
