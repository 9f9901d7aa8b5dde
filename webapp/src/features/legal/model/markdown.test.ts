import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageNames } from '@/paths'
import { locales } from '@/i18n/locales'
import { fillIn, onlyTrue, readMarkdown } from './markdown'

const known = [
  'site',
  'min_age',
  'free_messages',
  'message_credits',
  'refund_days',
  'support_email',
  'contact_email',
  'contact_languages',
  'fit_weights',
  'fit_window',
  'fit_interests',
  'fit_distance',
  'fit_age',
  'translation',
  'calls',
  'company.name',
  'company.details',
  'company.country',
  'if fictional_profiles',
]
const sourceOf = (locale: string, name: string) => readFileSync(`public/pages/${locale}/${name}.md`, 'utf8')
const shapeOf = (source: string) => readMarkdown(source).blocks.map((block) => block.kind)
const placeholders = (source: string) =>
  [...new Set([...source.matchAll(/{{([^}]*)}}/g)].map((match) => match[1]!))].toSorted()
const links = (source: string) => [...source.matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1])

test('headings, paragraphs, lists, strong words and links are read', () => {
  const page = readMarkdown(
    'Updated: 2026-11-21\n\n# Terms\n\n## Who\nYou, and **only** you.\n- one\n\n- see [terms](/pages/terms)\n- two\n',
  )

  expect(page.updated).toBe('2026-11-21')
  expect(page.title).toBe('Terms')
  expect(page.blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list'])
  expect(page.blocks.at(-1)).toEqual({
    kind: 'list',
    items: [
      [
        { kind: 'text', text: 'see ' },
        { kind: 'link', text: 'terms', to: '/pages/terms' },
      ],
      [{ kind: 'text', text: 'two' }],
    ],
  })
})

test('unsupported Markdown is shown as text', () => {
  const [block] = readMarkdown('<img src=x onerror=alert(1)> [press](javascript:alert(1))').blocks

  expect(block).toEqual({
    kind: 'paragraph',
    content: [{ kind: 'text', text: '<img src=x onerror=alert(1)> [press](javascript:alert(1))' }],
  })
})

test('a section of what a site does not have is left out', () => {
  const page = '# Terms\n\n## Fictional profiles {{if some}}\nA text.\n\n## Photos\nYours.\n'
  expect(onlyTrue(page, { some: false })).toBe('# Terms\n\n## Photos\nYours.\n')
  expect(onlyTrue(page, { some: true })).toBe(page.replace(' {{if some}}', ''))
})

test('a processor that the site does not use leaves no paragraph', () => {
  const source = fillIn(
    '# Privacy\n\nOne.\n\n{{translation}}\n\n{{calls}}\n\n## Two\n',
    { translation: '', calls: '' },
    'en',
  )

  expect(readMarkdown(source).blocks.map((block) => block.kind)).toEqual(['paragraph', 'heading'])
})

test('an unknown fact stays visible', () => {
  expect(fillIn('{{site}} by {{company.nmae}}', { site: 'Pairwise' }, 'en')).toBe('Pairwise by {{company.nmae}}')
})

test.each(locales)('%s counts messages and credits in the forms of its language', (locale) => {
  const pages = pageNames.map((name) => readFileSync(`public/pages/${locale}/${name}.md`, 'utf8'))
  expect(pages.filter((page) => /{{(free_messages|message_credits)}}/.test(page))).toEqual([])
  const [few, many] = [2, 5].map((count) =>
    pages.map((page) => fillIn(page, { free_messages: count, message_credits: count }, locale)).join(),
  )
  expect(few).not.toMatch(/plural, /)
  if (locale === 'pl')
    expect([few, many]).toEqual([expect.stringContaining('2 kredyty'), expect.stringContaining('5 kredytów')])
})

test.each(locales.flatMap((locale) => pageNames.map((name) => [locale, name] as const)))(
  '%s has %s, whole',
  (locale, name) => {
    expect(existsSync(`public/pages/${locale}/${name}.md`)).toBe(true)
    const [source, english] = [sourceOf(locale, name), sourceOf('en', name)]

    expect(readMarkdown(source).title).not.toBe('')
    expect(readMarkdown(source).updated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(shapeOf(source)).toEqual(shapeOf(english))
    expect(placeholders(source)).toEqual(placeholders(english))
    expect(known).toEqual(expect.arrayContaining(placeholders(source)))
    expect(links(source)).toEqual(links(english))
  },
)
