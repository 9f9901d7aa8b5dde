import { act, fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { DeskQueue } from './desk-queue'

const since = '2026-06-01T12:00:00Z'
const cases = 40
const mostTaps = 3
/** Turns of the event loop until an answer is drawn; an order of magnitude more than any needs. */
const mostTurns = 1_000

interface Work {
  id: string
  isPhoto: boolean
  keys: string[]
  measure: string
}

/** Of twenty cases: twelve without a fault, three warnings, three photos refused, one profile hidden, one account banned. */
const work: Work[] = Array.from({ length: cases }, (_, index) => {
  const place = index % 20
  const [isPhoto, keys, measure] =
    place < 9
      ? ([false, ['a'], 'dismiss'] as const)
      : place < 12
        ? ([true, ['a'], 'approve'] as const)
        : place < 15
          ? ([false, ['w', '1'], 'warn'] as const)
          : place < 18
            ? ([true, ['r', '1'], 'reject'] as const)
            : place < 19
              ? ([false, ['r', '1'], 'hide'] as const)
              : ([false, ['b', '1'], 'suspend'] as const)
  return { id: `case${index}`, isPhoto, keys: [...keys], measure }
})

const listed = ({ id, isPhoto }: Work) => ({
  id,
  kind: isPhoto ? 'photo' : 'profile',
  severity: isPhoto ? 'other' : 'fraud',
  reason: isPhoto ? null : 'fraud',
  language: 'en',
  site: 'pairwise',
  since,
  due_at: since,
  mine: false,
})

const complaintOf = (id: string) => ({
  id,
  number: 1,
  kind: 'profile',
  reporter_id: 'bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: `Opened: ${id}.`,
  made_at: since,
  outcome: null,
  decision_id: null,
  evidence: [],
  urgent: false,
})

const opened = ({ id, isPhoto }: Work) => ({
  id,
  member_id: 'ann',
  lease_until: since,
  complaint: isPhoto ? null : complaintOf(id),
  reports: isPhoto ? [] : [complaintOf(id)],
  person: null,
  photo: isPhoto
    ? { id, member_id: 'ann', name: `Opened: ${id}.`, age: 30, large_src: '/a.webp', thumbhash: '', added_at: since }
    : null,
  context: null,
  alike: [],
})

test(`a queue of ${cases} cases takes ${mostTaps} taps a case at most`, { timeout: 600_000 }, async () => {
  let waiting = work
  const made: { case_id: string; measure: string }[] = []
  fakeApi({
    'GET staff-queue.php': () => ({
      cases: waiting.slice(0, 4).map(listed),
      kinds: [{ kind: 'profile', waiting: waiting.length }],
      sites: ['pairwise'],
      new_photos: [],
    }),
    'POST staff-case.php': ({ body }) => opened(work.find(({ id }) => id === (body as { case_id: string }).case_id)!),
    'POST staff-decision.php': ({ body }) => {
      const decided = body as { case_id: string; measure: string }
      made.push(decided)
      waiting = waiting.filter(({ id }) => id !== decided.case_id)
      return { due_at: since }
    },
  })
  const { container } = await show(<DeskQueue showPhotos={() => null} />)
  const says = (words: string) => document.body.textContent.includes(words)
  /** Queries by role or text look through the whole page each time, which is most of the time such a queue takes. */
  const until = async (words: string) => {
    for (let turns = 0; !says(words); turns++) {
      expect(turns, `${words}\n${container.textContent}`).toBeLessThan(mostTurns)
      await act(() => new Promise((done) => setTimeout(done)))
    }
  }
  let taps = 0
  const press = (key: string) => {
    taps++
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
  }

  await until('Open a case')
  press('j')
  for (const { id, keys } of work) {
    await until(`Opened: ${id}.`)
    for (const key of keys) {
      press(key)
      if (keys.length > 1 && key === keys[0]) await until('Why?')
    }
  }
  await until('No case is waiting')

  expect(made.map(({ case_id, measure }) => [case_id, measure])).toEqual(work.map(({ id, measure }) => [id, measure]))
  expect(Math.max(...work.map(({ keys }) => keys.length))).toBeLessThanOrEqual(mostTaps)
  expect(taps).toBe(1 + (cases / 20) * 28)
})
