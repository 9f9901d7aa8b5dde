import { beforeEach, expect, test } from 'vitest'
import { keepAnswers, keptAnswers, emptyAnswers } from './answers'

beforeEach(() => sessionStorage.clear())

test('answers of a landing page go over those of before, and are read once', () => {
  keepAnswers({ ...emptyAnswers('1', 'NL'), name: 'Ann', gender: 'male', unsaid: true })
  document.cookie = `signup-answers=gender=female&date_of_birth=1990-04-12&seeks=female&seeks=male&agrees=1; Path=${location.pathname}`
  const answers = {
    name: 'Ann',
    gender: 'female',
    seeks: ['female', 'male'],
    unsaid: false,
    agreesToMatching: true,
    date_of_birth: '1990-04-12',
  }
  expect(keptAnswers()).toMatchObject(answers)
  expect(document.cookie).not.toContain('signup-answers')
  expect(keptAnswers()).toMatchObject(answers)
})

test('a cookie that says something else answers nothing', () => {
  document.cookie = `signup-answers=gender=%00&seeks=all&seeks=male&name=Bo; Path=${location.pathname}`
  expect(keptAnswers()).toEqual({
    gender: null,
    seeks: ['male'],
    unsaid: false,
    agreesToMatching: false,
    showsSexuality: false,
    date_of_birth: '',
  })
})
