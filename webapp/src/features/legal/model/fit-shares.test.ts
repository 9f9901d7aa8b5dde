import { expect, test } from 'vitest'
import { fitShares, fitSteps } from './fit-shares'

const name = ((key: string) => key) as never

test.each([
  [{ interests: 48, distance: 24, age: 16, photo: 6 }, 'fit_interests 55%, fit_distance 27%, fit_age 18%'],
  [{ interests: 0, distance: 10, age: 30, photo: 0 }, 'fit_age 75%, fit_distance 25%'],
])('the shares follow the site’s weights: %j', (weights, said) => {
  expect(fitShares(weights, name, 'en')).toBe(said)
})

test('each step has its points, and one without points is left out', () => {
  const said = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as never
  const points = {
    window: 400,
    interests: [1, 2].map((upto) => ({ upto, points: 5 * upto })),
    distance: [{ upto: 0, points: 3 }],
    age: [{ upto: 2, points: 0 }],
  }

  expect(fitSteps('interests', points, said)).toContain('{"step":"1","points":5}')
  expect(fitSteps('distance', points, said)).toBe('fit_step {"step":"fit_same_town","points":3}')
  expect(fitSteps('age', points, said)).toBe('fit_none')
})
