import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import DeskOpenIdRoute from './desk-openid'

const olga = { id: 'olga', name: 'Olga', email: 'olga@example.org', desks: ['owner'] }
const at = (query: string) => ({ at: `/desk/openid?${query}` })
/** The address, as the browser shows it. */
const Address = () => <output>{useLocation().search}</output>

test('the answer of the provider is sent once and leaves the address, and a code follows where it is due', async () => {
  const asked = fakeApi({
    'GET user.php': () => ({ user: null }),
    'PUT desk-openid.php': ({ body }) =>
      (body as { second_factor?: string }).second_factor ? { user: olga } : { user: null },
  })
  const { user, container } = await show(
    <>
      <DeskOpenIdRoute />
      <Address />
    </>,
    at('code=right&state=ours'),
  )
  const code = await screen.findByLabelText('Code')
  expect(lastBody(asked, 'desk-openid.php')).toEqual({ code: 'right', state: 'ours' })
  expect(container.querySelector('output')).toBeEmptyDOMElement()
  await expectAccessible(container)
  await user.type(code, '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(lastBody(asked, 'desk-openid.php')).toEqual({ second_factor: '123456' })
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

test.each([
  ['code=right&state=ours', 'No staff account here belongs to this login. Ask an owner for an invitation'],
  ['error=access_denied&state=ours', 'The company login was refused. Please start again'],
  ['', 'This login has expired. Please start again'],
])('a refusal is stated with the way back: %s', async (query, text) => {
  fakeApi({
    'GET user.php': () => ({ user: null }),
    'PUT desk-openid.php': () => failure(403, 'oidc_unknown'),
  })
  await show(<DeskOpenIdRoute />, at(query))
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to staff login' })).toHaveAttribute('href', '/desk')
})
