import { screen } from '@testing-library/react'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '@tests/render'
import { askWhenTakenOver, countDehydrated, useTakenOver, whenTakenOver } from './taken-over'

function drawnOnServer(): void {
  const script = document.createElement('script')
  script.dataset.app = '/assets/index.js'
  document.head.append(script)
}

afterEach(() => {
  document.head.querySelector('script[data-app]')?.remove()
  delete document.documentElement.dataset.takenOver
  delete document.documentElement.dataset.dehydrated
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 200))

test('a page that the server has not drawn is the app’s at once', async () => {
  await expect(whenTakenOver()).resolves.toBeUndefined()
})

test('nothing is asked or begun before a drawn page is taken over', async () => {
  drawnOnServer()
  const ask = vi.fn(() => Promise.resolve('new'))
  function Count() {
    const { data } = useSWR('count', ask)
    return <p>{`${data} ${useTakenOver() ? 'taken over' : 'drawn'}`}</p>
  }
  await show(
    <SWRConfig value={{ provider: () => new Map([['count', { data: 'old' }]]), use: [askWhenTakenOver] }}>
      <Count />
    </SWRConfig>,
  )
  await settled()
  expect(screen.getByText('old drawn')).toBeVisible()
  expect(ask).not.toHaveBeenCalled()

  countDehydrated(0)
  expect(await screen.findByText('new taken over')).toBeVisible()
  expect(ask).toHaveBeenCalledOnce()
})
