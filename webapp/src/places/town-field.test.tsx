import { useState } from 'react'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import type { Town } from '@/api/types'
import { TownField } from './town-field'

const krakow: Town = { id: 1, name: 'Kraków', region: 'pl-x', region_name: 'Małopolskie', country: 'PL' }

function TownForm() {
  const [town, setTown] = useState<Town | null>(null)
  return (
    <>
      <TownField value={town} country="PL" onChange={setTown} />
      <output>{town?.name ?? 'none'}</output>
    </>
  )
}

test('a whole name chooses its town without the list, until more is typed', async () => {
  const whole = (q: string | null) => q === 'Cracow'
  fakeApi({
    'GET geocode.php': ({ query }) => ({
      towns: [krakow],
      exact: whole(query.get('q')) ? krakow.id : null,
      near: false,
    }),
  })
  const { user } = await show(<TownForm />)
  const field = screen.getByRole('combobox', { name: 'Town' })
  await user.type(field, 'Craco')
  await screen.findByRole('option')
  expect(screen.getByText('none')).toBeVisible()
  await user.type(field, 'w')
  expect(await screen.findByText('Kraków')).toBeVisible()
  await user.type(field, 'n')
  expect(await screen.findByText('none')).toBeVisible()
  await user.type(field, '{Backspace}')
  await screen.findByText('Kraków')
  await user.tab()
  await waitFor(() => expect(field).toHaveValue('Kraków, Małopolskie'))
})

test('near names are offered, and none of them is chosen', async () => {
  fakeApi({ 'GET geocode.php': () => ({ towns: [krakow], exact: null, near: true }) })
  const { user } = await show(<TownForm />)
  await user.type(screen.getByRole('combobox', { name: 'Town' }), 'Krakuf')
  expect(await screen.findByRole('option', { name: /Kraków/ })).toBeVisible()
  expect(screen.getByText(/one of these/)).toBeVisible()
  await user.tab()
  expect(screen.getByText('none')).toBeVisible()
})
