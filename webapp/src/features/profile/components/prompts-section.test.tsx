import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { anOwnProfile } from '@tests/people'
import { show } from '@tests/render'
import { PromptsSection } from './prompts-section'

const prompts = [
  { id: 'sunday', question: 'My perfect Sunday' },
  { id: 'dish', question: 'The dish I cook best' },
]

test('answers are added, changed and taken out, and one out of season says so', async () => {
  const autumn = { id: 'a', prompt: 'autumn', question: 'In autumn', text: 'Rain' }
  const sunday = { id: 'b', prompt: 'sunday', question: 'My perfect Sunday', text: 'Bread' }
  const profile = anOwnProfile({ prompts: [autumn, sunday] })
  const asked = fakeApi({
    'GET prompts.php': () => ({ prompts, most: 3, longest: 300 }),
    'PUT profile.php': () => ({ profile, contact_details: [] }),
  })
  const { user } = await show(<PromptsSection profile={profile} />)
  await screen.findByText('Rain')
  expect(screen.getAllByText(/Not shown right now/)).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: /Edit/ }))
  await user.clear(screen.getByLabelText('In autumn'))
  await user.type(screen.getByLabelText('My perfect Sunday'), ' and coffee')
  await user.selectOptions(screen.getByLabelText('Topic 3'), 'dish')
  await user.type(screen.getByLabelText('The dish I cook best'), 'Soup')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  const sent = [
    { prompt: 'sunday', text: 'Bread and coffee' },
    { prompt: 'dish', text: 'Soup' },
  ]
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ prompts: sent }))
})
