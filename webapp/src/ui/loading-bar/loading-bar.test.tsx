import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { show } from '@tests/render'
import { LoadingBar } from './loading-bar'
import { createProgress } from './progress'

async function aBar() {
  stopClock()
  const { singletons, container } = await show(<LoadingBar />)
  const { begin } = singletons.get(createProgress)
  const phase = () => container.querySelector('[data-phase]')?.getAttribute('data-phase') ?? null
  const start = () => {
    let end = () => {}
    act(() => {
      end = begin()
    })
    return end
  }
  return { phase, begin: start }
}

test('a load of less than 200 ms shows no bar', async () => {
  const { phase, begin } = await aBar()
  const end = begin()
  await pass(190)
  act(end)
  await pass(1_000)
  expect(phase()).toBeNull()
})

test('the bar runs after 200 ms, and stays full for 500 ms', async () => {
  const { phase, begin } = await aBar()
  const end = begin()
  await pass(200)
  expect(phase()).toBe('running')
  await pass(10_000)
  expect(phase()).toBe('running')
  act(end)
  expect(phase()).toBe('full')
  await pass(490)
  expect(phase()).toBe('full')
  await pass(20)
  expect(phase()).toBeNull()
})

test('it runs until the last of several loads is over', async () => {
  const { phase, begin } = await aBar()
  const [first, second] = [begin(), begin()]
  await pass(200)
  act(() => {
    first()
    first()
  })
  expect(phase()).toBe('running')
  act(second)
  expect(phase()).toBe('full')
})

test('a load that begins while the bar is full runs it again', async () => {
  const { phase, begin } = await aBar()
  const end = begin()
  await pass(200)
  act(end)
  begin()
  await pass(200)
  expect(phase()).toBe('running')
  await pass(1_000)
  expect(phase()).toBe('running')
})
