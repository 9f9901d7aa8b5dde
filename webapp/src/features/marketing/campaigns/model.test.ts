import { expect, test } from 'vitest'
import {
  cleaned,
  daysOf,
  emptyPlan,
  emptyText,
  labelOf,
  messageOf,
  subjectsOf,
  withMessage,
  withoutMessage,
  withSubjects,
  withWords,
  wordsOf,
} from './model'

test('languages and subjects nobody has written are left out, words are trimmed and empty blocks dropped', () => {
  const text = {
    subject: ' New ',
    others: [' Two ', ' '],
    preheader: 'Look',
    button: 'Open',
    blocks: [
      { kind: 'text' as const, text: ' One\n two ' },
      { kind: 'heading' as const, text: ' ' },
      { kind: 'list' as const, items: [' a ', '', 'b'] },
    ],
  }
  const plan = {
    ...emptyPlan,
    name: ' Spring ',
    document: { ...emptyPlan.document, texts: { en: text, nl: emptyText } },
  }
  const { name, document } = cleaned(plan)
  expect(name).toBe('Spring')
  expect(document.texts).toEqual({
    en: {
      subject: 'New',
      others: ['Two'],
      preheader: 'Look',
      button: 'Open',
      blocks: [
        { kind: 'text', text: 'One two' },
        { kind: 'list', items: ['a', 'b'] },
      ],
    },
  })
})

test('a subject is added to every language and taken from every one', () => {
  const texts = { en: { ...emptyText, subject: 'One' }, nl: { ...emptyText, subject: 'Een' } }
  const two = withSubjects({ ...emptyPlan.document, texts }, 'de', (others) => [...others, ''])
  expect(Object.values(two.texts).map(({ others }) => others)).toEqual([[''], [''], ['']])
  expect(subjectsOf(two)).toBe(2)
  expect(subjectsOf(withSubjects(two, 'en', () => []))).toBe(1)
})

test('a list is one item per line, as it is typed', () => {
  const list = withWords({ kind: 'list', items: [] }, 'one\ntwo\n')
  expect(wordsOf(list)).toBe('one\ntwo\n')
})

test.each([
  ['name', 'campaign_name'],
  ['document.texts.en.subject', 'campaign_subject'],
  ['document.texts.de.blocks', 'campaign_text'],
  ['document.texts.de.blocks.0.heading.text', 'campaign_heading'],
  ['document.texts.de.blocks.0.text.text', 'campaign_text'],
  ['series.later.1.document.texts.en.subject', 'campaign_subject'],
  ['document.page', undefined],
])('a fault at %s is named by the label of its field', (field, label) => {
  expect(labelOf(field)).toBe(label)
})

test('without its first email, a series begins with the next', () => {
  const plan = withMessage(withMessage({ ...emptyPlan, name: 'Three' }))
  const left = withoutMessage({ ...plan, document: { ...plan.document, page: '/likes' } }, 0)
  expect(daysOf(plan.series!)).toEqual([0, 2, 4])
  expect(daysOf(left.series!)).toEqual([2, 4])
  expect(left.document.page).toBe('/')
  expect(daysOf(withoutMessage(plan, 1).series!)).toEqual([0, 4])
})

test.each([
  ['document.code', 0],
  ['series.later.0.document.code', 1],
  ['series.later.3.document.texts.en.subject', 4],
])('%s belongs to email %d', (field, message) => {
  expect(messageOf(field)).toBe(message)
})
