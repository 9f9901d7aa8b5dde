import { expect, test } from 'vitest'
import { palettes } from './palettes'

const channel = (part: string) => {
  const value = parseInt(part, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7))
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each(palettes)('the headline can be read on $sky and $dusk', ({ sky, dusk }) => {
  // The colours of the texts, as services/lander/domain/publication.py has them.
  for (const text of ['#f4f7f9', '#feadbb', '#dce5ea'])
    for (const colour of [sky, dusk]) expect(contrast(colour, text)).toBeGreaterThanOrEqual(4.5)
})
