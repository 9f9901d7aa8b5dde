import { expect, test } from 'vitest'
import { fitShares } from './fit-shares'

const name = ((key: string) => key) as never

test.each([
  [
    { interests: 48, distance: 24, age: 16, photo: 6 },
    'fit_interests 51%, fit_distance 26%, fit_age 17%, fit_photo 6%',
  ],
  [{ interests: 0, distance: 10, age: 30, photo: 0 }, 'fit_age 75%, fit_distance 25%'],
])('the shares follow the site’s weights: %j', (weights, said) => {
  expect(fitShares(weights, name, 'en')).toBe(said)
})
