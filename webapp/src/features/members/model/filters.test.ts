import { expect, test } from 'vitest'
import { noFilters, queryOf, soughtBy, readFilters, writeFilters, type Filters, type Seeker } from './filters'

const read = (search: string) => readFilters(new URLSearchParams(search), 18)
const own: Seeker = { country: 'NL', seeks: ['male'] }
const some: Filters = {
  gender: 'female',
  country: 'BE',
  region: 'be-antwerpen',
  minAge: 24,
  maxAge: 46,
  radius: 50,
  photo: true,
  isNew: true,
  isOnline: true,
  isVerified: true,
  minHeight: 170,
  maxHeight: 190,
  traits: { eye_colour: ['green', 'blue'] },
  interests: ['cats'],
  order: 'fit',
}

test('filters survive being written to the address and read from it', () => {
  expect(read(writeFilters(some).toString())).toEqual(some)
  expect(read(writeFilters(noFilters).toString())).toEqual(noFilters)
})

test('invalid filters in the address are ignored', () => {
  expect(read('gender=robot&country=holland&region=../x&min_age=12&max_age=many')).toEqual(noFilters)
  expect(read('min_age=50&max_age=30')).toEqual(noFilters)
})

test('a site without the badge neither filters nor sorts by it', () => {
  const search = new URLSearchParams('verified=1&order=verified&photo=1')
  expect(readFilters(search, 18)).toMatchObject({ isVerified: true, order: 'verified' })
  expect(readFilters(search, 18, false)).toEqual({ ...noFilters, photo: true })
})

test('impossible values are not requested', () => {
  expect(read('eye_colour=octarine,green&order=random&interests=../x,cats')).toEqual({
    ...noFilters,
    traits: { eye_colour: ['green'] },
    interests: ['cats'],
  })
})

test('without a filter the wanted ages apply, and the widest range is no filter', () => {
  const picky = { ...own, wants_from: 30, wants_to: 45 }
  expect(queryOf(noFilters, picky)).toMatchObject({ min_age: 30, max_age: 45 })
  expect(queryOf(read('min_age=18&max_age=99'), picky)).toMatchObject({ min_age: null, max_age: null })
  expect(queryOf(noFilters, { ...own, wants_from: 18, wants_to: 120 })).toMatchObject({ min_age: null, max_age: null })
})

test('several values of a field are named together', () => {
  expect(queryOf(some, own)).toMatchObject({
    photo: '1',
    eye_colour: 'green,blue',
    interests: 'cats',
    order: 'fit',
    tattoos: null,
  })
})

test('without a filter the own country applies, and everywhere is no filter', () => {
  expect(queryOf(noFilters, own).country).toBe('NL')
  expect(queryOf({ ...noFilters, country: 'all', region: 'nl-utrecht' }, own)).toMatchObject({
    country: null,
    region: null,
  })
})

test('without a filter the sought genders apply', () => {
  expect(queryOf(noFilters, own).gender).toBe('male')
  expect(queryOf(noFilters, { ...own, seeks: ['female', 'male'] }).gender).toBeNull()
  expect(queryOf(noFilters, { ...own, seeks: [] }).gender).toBeNull()
  expect(soughtBy({ seeks: [] })).toEqual(['female', 'male'])
  expect(queryOf(some, own).gender).toBe('female')
})

test('a region of another country is not requested', () => {
  expect(queryOf({ ...noFilters, region: 'be-antwerpen' }, own).region).toBeNull()
  expect(queryOf(some, own).region).toBe('be-antwerpen')
})
