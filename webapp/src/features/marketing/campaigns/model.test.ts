import { expect, test } from 'vitest'
import { cleaned, emptyPlan, emptyText, labelOf, withWords, wordsOf } from './model'

test('languages nobody has written in are left out, words are trimmed and empty blocks dropped', () => {
  const text = {
    subject: ' New ',
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
      preheader: 'Look',
      button: 'Open',
      blocks: [
        { kind: 'text', text: 'One two' },
        { kind: 'list', items: ['a', 'b'] },
      ],
    },
  })
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
  ['document.page', undefined],
])('a fault at %s is named by the label of its field', (field, label) => {
  expect(labelOf(field)).toBe(label)
})
