import { afterEach, expect, test, vi } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { prefetchOnIntent, prefetchWhenIdle } from './prefetch'

let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function aPage() {
  stopClock()
  const loads = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())]
  stop = prefetchWhenIdle(loads)
  return loads.map((load) => () => load.mock.calls.length)
}

test('the next screens are loaded one after another, each after two idle seconds', async () => {
  const [first, second] = aPage()
  await pass(1_900)
  expect(first!()).toBe(0)
  await pass(200)
  expect([first!(), second!()]).toEqual([1, 0])
  await pass(2_000)
  expect([first!(), second!()]).toEqual([1, 1])
})

test('whoever does something is not disturbed', async () => {
  const [first] = aPage()
  for (let turns = 0; turns < 5; turns += 1) {
    await pass(1_500)
    window.dispatchEvent(new Event('keydown'))
  }
  expect(first!()).toBe(0)
  await pass(2_000)
  expect(first!()).toBe(1)
})

test('a connection that saves data loads nothing that nobody asked for', async () => {
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
  const [first] = aPage()
  await pass(10_000)
  expect(first!()).toBe(0)
})

test('the screen of a link is loaded once, as the pointer comes to it', () => {
  document.body.innerHTML = '<a href="/en/signup"><b>Join</b></a><a href="https://elsewhere.example/x">Elsewhere</a>'
  const load = vi.fn(() => Promise.resolve())
  stop = prefetchOnIntent(load)
  for (const inside of document.querySelectorAll('b, a'))
    inside.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(load.mock.calls).toEqual([['/en/signup']])
})
