import { expect, test } from 'vitest'
import { createAnnouncements } from './announcements'

test('the answer and the live event show one match', () => {
  const matches = createAnnouncements()
  matches.announce('anna', 1_000)
  matches.close('anna')
  matches.announce('anna', 3_000)
  expect(matches.current()).toBeNull()
})

test('a later match with the same member is another one', () => {
  const matches = createAnnouncements()
  matches.announce('bea', 1_000)
  matches.close('bea')
  matches.announce('bea', 60_000)
  expect(matches.current()).toBe('bea')
})

test('two matches are shown one after the other', () => {
  const matches = createAnnouncements()
  matches.announce('cleo', 1_000)
  matches.announce('dora', 1_000)
  expect(matches.current()).toBe('cleo')
  matches.close('cleo')
  matches.close('cleo')
  expect(matches.current()).toBe('dora')
})

test('matches of other members are not shown', () => {
  const matches = createAnnouncements()
  matches.announceTo('jonas')
  matches.announce('elsa', 1_000)
  matches.announceTo('jonas')
  expect(matches.current()).toBe('elsa')
  matches.announceTo('bo')
  expect(matches.current()).toBeNull()
  matches.announce('elsa', 2_000)
  expect(matches.current()).toBe('elsa')
})
