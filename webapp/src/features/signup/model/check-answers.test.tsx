import { describe, expect, test } from 'vitest'
import { emptyAnswers, keepAnswers, keptAnswers, type Answers } from './answers'
import { checkStep, firstOpenStep, stepOf } from './check-answers'

const today = new Date(2026, 10, 21)
const limits = {
  min_age: 18,
  message_length: 20,
  signup_limits: {
    name_longest: 40,
    email_longest: 254,
    password_shortest: 8,
    password_longest: 128,
    oldest_years: 120,
  },
}
const town = { id: 1, name: 'Utrecht', region: 'UT', region_name: 'Utrecht', country: 'NL' }
const ann: Answers = {
  ...emptyAnswers('1', 'NL'),
  gender: 'female',
  seeks: ['male'],
  unsaid: false,
  agreesToMatching: true,
  name: 'Ann',
  date_of_birth: '1994-03-02',
  town,
  email: 'ann@example.org',
  password: 'three plain words',
  terms: true,
}
const check = (step: number, changes: Partial<Answers>) => checkStep(step, { ...ann, ...changes }, limits, today)

test('good answers have no problems', () => {
  for (let step = 0; step < 5; step += 1) expect(check(step, {})).toEqual({})
  expect(firstOpenStep(ann, limits, today)).toBe(4)
})

describe('the date of birth', () => {
  test.each([
    ['', 'date_of_birth_required'],
    ['2026-02-31', 'date_of_birth_invalid'],
    ['1890-01-01', 'date_of_birth_invalid'],
    ['2008-11-22', 'date_of_birth_required'],
  ])('%s is refused', (date_of_birth, problem) => {
    expect(check(1, { date_of_birth })).toEqual({ date_of_birth: problem })
  })

  test('the eighteenth birthday is old enough', () => {
    expect(check(1, { date_of_birth: '2008-11-21' })).toEqual({})
  })
})

test.each([
  [{ name: '  ' }, 'name_required'],
  [{ name: '@ann' }, 'name_starts_with_at'],
  [{ name: '＠ann' }, 'name_starts_with_at'],
  [{ name: 'win at www.example.org' }, 'name_is_contact'],
  [{ name: 'Ann 06 12 34 56 78' }, 'name_is_contact'],
])('a name like %o is refused', (changes, problem) => {
  expect(check(1, changes)).toEqual({ name: problem })
})

test('the address may not be the name given before', () => {
  expect(check(3, { name: 'ann@example.org' })).toEqual({ email: 'name_is_email' })
  expect(check(1, { name: 'ann@example.org' })).toEqual({})
  expect(check(3, { email: 'nobody' })).toEqual({ email: 'email_invalid' })
})

test('a greeting is no longer than any message', () => {
  expect(check(4, { signup_message: 'x'.repeat(20) })).toEqual({})
  expect(check(4, { signup_message: 'x'.repeat(21) })).toEqual({ signup_message: 'message_too_long' })
})

test('a step opens only after the earlier ones are answered', () => {
  expect(firstOpenStep({ ...ann, email: '' }, limits, today)).toBe(3)
  expect(firstOpenStep({ ...ann, seeks: [] }, limits, today)).toBe(0)
})

test('after a reload only the last step asks for the password', () => {
  expect(firstOpenStep({ ...ann, password: '' }, limits, today)).toBe(4)
  expect(check(4, { password: '' })).toEqual({ password: 'password_too_short' })
  expect(firstOpenStep({ ...ann, password: 'sho' }, limits, today)).toBe(4)
})

test('a problem the server names leads to its step', () => {
  expect(stepOf('town_id')).toBe(2)
  expect(stepOf('email')).toBe(3)
  expect(stepOf('something')).toBe(-1)
})

test('a reload keeps the answers and never the password', () => {
  keepAnswers(ann)
  expect(sessionStorage.getItem('signup-answers')).not.toContain('three plain words')
  expect(keptAnswers()).toMatchObject({ name: 'Ann', password: '', terms: true })
})
