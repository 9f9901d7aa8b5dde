import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { aPicture } from '@tests/people'
import { DeskQueue } from './desk-queue'

const since = '2026-06-01T12:00:00Z'
const listed = (id: string, more: object = {}) => ({
  id,
  kind: 'profile',
  severity: 'fraud',
  reason: 'fraud',
  language: 'en',
  site: 'pairwise',
  since,
  due_at: since,
  mine: false,
  reports: 1,
  ...more,
})
const context = {
  joined_at: since,
  language: 'en',
  warnings: 2,
  sanctions: 0,
  rejected_photos: 0,
  reports_about: 3,
  reports_by: 0,
}
const complaintOf = (id: string) => ({
  id,
  number: Number(id.slice(1)),
  kind: 'profile',
  reporter_id: 'bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: `Wants money, ${id}`,
  language: 'de',
  made_at: since,
  outcome: null,
  decision_id: null,
  evidence: [],
  urgent: false,
})
const aPerson = {
  id: 'ann',
  name: 'Ann',
  age: 30,
  gender: 'female',
  town: 'Zeist',
  country: 'NL',
  joined_at: since,
  about: 'Sailing and cooking',
  state: 'active',
  sanction: null,
  sanction_until: null,
  photos: [{ ...aPicture('ann-1'), id: 'a1', status: 'pending', reason: null }],
  decisions: [
    {
      id: 'd1',
      measure: 'warn',
      reason: 'fraud',
      ground: 'terms',
      facts: 'Asked two members for money.',
      template: null,
      automated: false,
      until: null,
      provisional: false,
      decided_at: since,
      appeal: null,
      can_appeal: true,
      actor_id: 'mo',
      photo_id: null,
    },
  ],
  others: [{ id: 'o1', number: 7, kind: 'appeal', reason: 'other', made_at: since, outcome: null }],
}
const photoOf = (id: string) => ({
  id,
  member_id: 'ann',
  name: 'Ann',
  age: 30,
  large_src: '/media/ann.webp',
  thumbhash: '',
  added_at: since,
})

const waitForPeople = [{ site: 'pairwise', handling: 'wait', model: null as string | null }]

function desk(
  cases = ['c1', 'c2', 'c3'],
  {
    taken = [] as string[],
    alike = [] as string[],
    newPhotos = waitForPeople,
    more = [] as object[],
    as = {} as object,
    work = undefined as ((asked: { body: unknown }) => object) | undefined,
  } = {},
) {
  let waiting = cases
  return fakeApi({
    'GET staff-queue.php': () => ({
      cases: waiting.map((id) =>
        listed(id, id.startsWith('p') ? { kind: 'photo', severity: 'other', reason: null } : {}),
      ),
      kinds: [{ kind: 'profile', waiting: waiting.length }],
      sites: ['pairwise'],
      new_photos: newPhotos,
    }),
    'POST staff-case.php': ({ body }) => {
      const id = (body as { case_id: string }).case_id
      if (taken.includes(id)) return failure(409, 'case_taken')
      const isPhoto = id.startsWith('p')
      return {
        id,
        member_id: 'ann',
        lease_until: since,
        complaint: isPhoto ? null : complaintOf(id),
        reports: isPhoto ? [] : [complaintOf(id), ...more],
        photo: isPhoto ? photoOf(id) : null,
        person: aPerson,
        context,
        alike,
        notes: [{ id: 'n1', author_name: 'Mo', text: 'Called us twice.', written_at: since }],
        ...as,
      }
    },
    ...(work && { 'PUT staff-case.php': work }),
    'GET staff-colleagues.php': () => ({ colleagues: [{ id: 'ida', name: 'Ida' }] }),
    'GET staff-replies.php': () => ({
      replies: [{ id: 'r1', name: 'When', texts: { en: 'When was it?', de: 'Wann war es?' } }],
    }),
    'POST staff-messages.php': () => ({}),
    'DELETE staff-case.php': () => ({}),
    'POST staff-decision.php': ({ body }) => {
      waiting = waiting.filter((id) => id !== (body as { case_id: string }).case_id)
      return { due_at: since }
    },
    'DELETE staff-decision.php': () => {
      waiting = cases
      return { cases: ['c1'] }
    },
  })
}
const decisions = (asked: ReturnType<typeof fakeApi>) =>
  asked.filter(({ method, path }) => method === 'POST' && path === 'staff-decision.php').map(({ body }) => body)

test('cases are decided by keys alone, and the next one opens by itself', async () => {
  const asked = desk()
  const { user, container } = await show(<DeskQueue showPhotos={() => null} />)
  expect(await screen.findByText('Open a case')).toBeVisible()
  await expectAccessible(container)

  await user.keyboard('j')
  expect(await screen.findByText('Wants money, c1')).toBeVisible()
  await expectAccessible(container)
  await user.keyboard('a')
  expect(await screen.findByText('Wants money, c2')).toBeVisible()
  await user.keyboard('w')
  expect(await screen.findByRole('heading', { name: 'Why?' })).toHaveFocus()
  await expectAccessible(container)
  await user.keyboard('1')
  expect(await screen.findByText('Wants money, c3')).toBeVisible()
  await user.keyboard('b')
  await user.type(await screen.findByLabelText('Days'), '30')
  await user.click(screen.getByRole('button', { name: /asked other members for money/ }))

  expect(await screen.findByText('No case is waiting')).toBeVisible()
  expect(decisions(asked)).toMatchObject([
    { case_id: 'c1', measure: 'dismiss', reason: 'fraud' },
    { case_id: 'c2', measure: 'warn', reason: 'fraud', template: 'money' },
    { case_id: 'c3', measure: 'suspend', template: 'money', days: 30 },
  ])
})

test('a decision is undone, and its case is open again', async () => {
  const asked = desk()
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  await screen.findByText('Wants money, c1')
  await user.keyboard('a')
  await screen.findByText('Wants money, c2')

  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByText('Wants money, c1')).toBeVisible()
  expect(asked.filter(({ method, path }) => method === 'DELETE' && path === 'staff-decision.php')).toHaveLength(1)
})

test('a case opened by a colleague is skipped', async () => {
  desk(['c1', 'c2'], { taken: ['c1'] })
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')

  expect(await screen.findByText('Wants money, c2')).toBeVisible()
})

test('going on returns the case', async () => {
  const asked = desk()
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  await screen.findByText('Wants money, c1')
  await user.keyboard('j')
  await screen.findByText('Wants money, c2')

  await waitFor(() =>
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([{ case_id: 'c1' }]),
  )
  await user.keyboard('k')
  expect(await screen.findByText('Wants money, c1')).toBeVisible()
})

test('a photo is rejected by two keys, together with those that are the same', async () => {
  const asked = desk(['p1', 'c2'], { alike: ['p8', 'p9'] })
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  const together = await screen.findByRole('checkbox', { name: /2 others/ })
  together.focus()
  await user.keyboard(' ')
  expect(together).toBeChecked()
  await user.keyboard('r')
  await screen.findByRole('heading', { name: 'Why?' })
  await user.keyboard('1')

  await screen.findByText('Wants money, c2')
  expect(decisions(asked)).toMatchObject([
    { case_id: 'p1', also: ['p8', 'p9'], measure: 'reject', photo_reason: 'nudity' },
  ])
})

test('the keys are explained, and the queue is filtered', async () => {
  const asked = desk()
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.selectOptions(screen.getByLabelText('Language of the case'), 'de')
  await waitFor(() => expect(asked.at(-1)?.query.get('language')).toBe('de'))
  await user.click(
    within(screen.getByRole('group', { name: 'Kind of case' })).getByRole('button', { name: /Profiles/ }),
  )
  await waitFor(() => expect(asked.at(-1)?.query.get('kind')).toBe('profile'))

  await user.click(screen.getByRole('button', { name: 'Keys' }))
  expect(await screen.findByText('Undo the last decision')).toBeVisible()
})

test('a case shows its person and every report, with links that leave it open', async () => {
  const report = { ...complaintOf('c9'), text: 'Found me by name', reporter_id: 'cas', reporter_name: 'Cas' }
  const byRule = {
    ...complaintOf('c8'),
    kind: 'duplicate',
    text: 'One picture on two accounts',
    reporter_id: null,
    duplicates: [],
  }
  const asked = desk(['c1'], { more: [report, byRule] })
  const shown: (number | null)[] = []
  const { user, container } = await show(
    <DeskQueue
      showPhotos={(_name, _photos, at) => {
        shown.push(at)
        return null
      }}
    />,
  )
  await screen.findByText('Open a case')
  await user.keyboard('j')

  expect(await screen.findByText('Found me by name')).toBeVisible()
  expect(screen.getByText('Wants money, c1')).toBeVisible()
  expect(screen.getByText('Reports: 3')).toBeVisible()
  expect(screen.getByText(/· Cas ·/)).toBeVisible()
  const person = within(screen.getByRole('region', { name: 'Person in the case' }))
  for (const text of ['Sailing and cooking', 'Woman · Zeist · NL · active', 'Asked two members for money.'])
    expect(person.getByText(text)).toBeVisible()
  expect(person.getByText(/Appeals · Number 7/)).toBeVisible()
  expect(person.getByRole('link', { name: 'Ann, 30' })).toHaveAttribute('target', '_blank')
  await expectAccessible(container)
  await user.keyboard('p')
  expect(shown.at(-1)).toBe(0)
  // Misuse by both who reported; what a rule found does not keep it from being one.
  await user.keyboard('m')
  expect(decisions(asked)).toMatchObject([{ case_id: 'c1', measure: 'dismiss_abuse' }])
})

test('no photo of a verification is ticked before a person ticks it', async () => {
  const asked = desk(['c1'], {
    as: {
      complaint: { ...complaintOf('c1'), kind: 'verification' },
      verification: {
        id: 'v1',
        poses: ['fist', 'look_up'],
        pictures: 2,
        submitted_at: since,
        photos: aPerson.photos,
        asked: false,
        check: null,
        by_model: false,
      },
    },
  })
  const { user, container } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  const tick = await screen.findByRole('checkbox', { name: 'Photo 1 shows this person' })
  expect(tick).not.toBeChecked()
  await expectAccessible(container)

  await user.keyboard('a')
  expect(await screen.findByText('First tick the photos that show this person.')).toBeVisible()
  expect(decisions(asked)).toEqual([])
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: /Verify$/ }))

  await waitFor(() => expect(decisions(asked)).toMatchObject([{ measure: 'verify', photos: ['a1'] }]))
})

test('a measure says that it keeps the text hidden, and a member on a break is not called active', async () => {
  desk(['c1'], { as: { text_held: true, person: { ...aPerson, state: 'paused' } } })
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  expect(await screen.findByText('Woman · Zeist · NL · On a break')).toBeVisible()

  await user.keyboard('w')
  expect(await screen.findByText('The profile text stays hidden until the member changes it.')).toBeVisible()
})

test('the address keeps the open case, and opens it again', async () => {
  desk(['c1', 'c2'])
  function Address() {
    return <p data-testid="search">{useLocation().search}</p>
  }
  const { user } = await show(
    <>
      <DeskQueue showPhotos={() => null} />
      <Address />
    </>,
    { at: '/staff?case=c2' },
  )

  expect(await screen.findByText('Wants money, c2')).toBeVisible()
  await user.keyboard('k')
  expect(await screen.findByText('Wants money, c1')).toBeVisible()
  await waitFor(() => expect(screen.getByTestId('search')).toHaveTextContent('?case=c1'))
})

test('a case is handed over by keys with a note and labels, and the next one opens', async () => {
  const work: unknown[] = []
  const asked = desk(['c1', 'c2'], {
    work: ({ body }) => {
      work.push(body)
      return { open: false }
    },
  })
  const { user, container } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  await screen.findByText('Wants money, c1')
  expect(screen.getByText('Called us twice.')).toBeVisible()

  await user.keyboard('n')
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Internal note/ })).toHaveFocus())
  await expectAccessible(container)
  await user.keyboard('Same words in c2')
  await screen.findByRole('option', { name: 'Ida' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Ida')
  await user.type(screen.getByRole('textbox', { name: /Labels/ }), 'ring, abroad')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Wants money, c2')).toBeVisible()
  expect(work).toMatchObject([
    { case_id: 'c1', assignee_id: 'ida', labels: ['ring', 'abroad'], note: 'Same words in c2' },
  ])
  expect(asked.filter(({ method, path }) => method === 'DELETE' && path === 'staff-case.php')).toEqual([])
})

test('the reporter is asked in their language by a saved reply, the member is written to', async () => {
  const asked = desk(['c1'])
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  await screen.findByText('Wants money, c1')
  const write = within(screen.getByRole('region', { name: 'Messages' }))
  await user.click(write.getByText('Write a message'))

  await user.selectOptions(write.getByRole('combobox', { name: 'To' }), 'A question about report 1')
  await user.type(write.getByRole('textbox'), 'Hallo. Danke.{ArrowLeft>7/}')
  await user.selectOptions(await write.findByRole('combobox', { name: 'Use a saved reply' }), 'When')
  expect(write.getByRole('textbox')).toHaveFocus()
  await user.click(write.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(write.getByRole('combobox', { name: 'To' })).toHaveValue(''))
  await user.type(write.getByRole('textbox'), 'Please add a photo.')
  await user.click(write.getByRole('button', { name: 'Send' }))

  const sent = () => asked.filter(({ path }) => path === 'staff-messages.php').map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toMatchObject([
    { case_id: 'c1', complaint_id: 'c1', text: 'Hallo.\nWann war es? Danke.' },
    { case_id: 'c1', complaint_id: null, text: 'Please add a photo.' },
  ])
})

test('each case is scrolled to where it opens', async () => {
  desk(['c1', 'c2'])
  const scroll = vi.fn()
  Element.prototype.scrollIntoView = scroll
  const { user } = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await user.keyboard('j')
  await screen.findByText('Wants money, c1')
  expect(scroll).toHaveBeenCalledTimes(1)

  await user.keyboard('a')

  expect(await screen.findByText('Wants money, c2')).toBeVisible()
  expect(scroll).toHaveBeenCalledTimes(2)
})
