import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { useInterests } from './use-interests'

function Shown() {
  return <output>{useInterests().join(', ')}</output>
}

test('the interests are those of the settings, in their order', async () => {
  const asked = fakeApi({ 'GET settings.php': () => ({ settings: { interests: ['hiking', 'cats'] } }) })
  await show(<Shown />)
  expect(await screen.findByText('hiking, cats')).toBeVisible()
  expect(asked.map(({ path }) => path)).not.toContain('interests.php')
})

test('settings of the previous release name none, so they are asked for', async () => {
  fakeApi({ 'GET settings.php': () => ({ settings: {} }), 'GET interests.php': () => ({ interests: ['wine'] }) })
  await show(<Shown />)
  expect(await screen.findByText('wine')).toBeVisible()
})
