import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import MatchingQuestion from './matching-question'

const matching = { kind: 'matching', given: false, version: null, current_version: '1', at: null }

test.each([
  ['Yes, I agree', true],
  ['No, I don’t agree', false],
])('%s is one press', async (name, given) => {
  const asked = fakeApi({
    'GET consents.php': () => ({ consents: [matching] }),
    'PUT consents.php': () => ({ consents: [{ ...matching, given }] }),
  })
  const { user, container } = await show(<MatchingQuestion />)
  await user.click(screen.getByRole('button', { name: 'View' }))
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(lastBody(asked, 'consents.php')).toEqual({ kind: 'matching', version: '1', given }))
})

test('an answer that could not be stored says so', async () => {
  fakeApi({
    'GET consents.php': () => ({ consents: [matching] }),
    'PUT consents.php': () => failure(409, 'consent_outdated'),
  })
  const { user } = await show(<MatchingQuestion />)
  await user.click(screen.getByRole('button', { name: 'View' }))
  await user.click(screen.getByRole('button', { name: 'Yes, I agree' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The text has changed')
})
