import { expect, test, vi } from 'vitest'
import { scrollBehavior } from './less-motion'
import { slide } from './slide'

test.each([
  { matches: false, moves: ['transform'], scrolls: 'smooth' },
  { matches: true, moves: ['opacity'], scrolls: 'instant' },
])('with less motion ($matches) nothing moves by $moves or scrolls smoothly', ({ matches, moves, scrolls }) => {
  vi.stubGlobal('matchMedia', () => ({ matches }))
  const animate = vi.fn<Element['animate']>()
  slide(Object.assign(document.createElement('p'), { animate }), 40)
  expect(Object.keys(animate.mock.calls[0]?.[0] ?? {})).toEqual(moves)
  expect(scrollBehavior()).toBe(scrolls)
})
