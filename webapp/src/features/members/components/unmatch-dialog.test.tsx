import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import UnmatchDialog from './unmatch-dialog'

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const open = async () => {
  const asked = fakeApi({ 'POST unmatch.php': () => ({ profile_id: 'bo' }) })
  const onClose = vi.fn()
  const shown = await show(
    <>
      <UnmatchDialog who={{ id: 'bo', name: 'Bo' }} onClose={onClose} />
      <Where />
    </>,
  )
  return { asked, onClose, ...shown }
}

test('a contact ends without a reason', async () => {
  const { asked, onClose, user, container } = await open()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'End contact' }))

  expect(asked.find(({ path }) => path === 'unmatch.php')?.body).toMatchObject({ profile_id: 'bo', reason: null })
  expect(onClose).toHaveBeenCalled()
})

test('a serious reason leads on to the report', async () => {
  const { asked, user } = await open()
  expect(screen.queryByRole('button', { name: 'End contact and report' })).toBeNull()

  await user.selectOptions(screen.getByRole('combobox'), 'fraud')
  await user.click(screen.getByRole('button', { name: 'End contact and report' }))

  expect(asked.find(({ path }) => path === 'unmatch.php')?.body).toMatchObject({ reason: 'fraud' })
  expect(await screen.findByText('/complaints?about=bo&reason=fraud')).toBeInTheDocument()
})
