import { expect, test } from 'vitest'
import { readMarkdown } from './markdown'
import { sectionsOf } from './sections'

test('the sections of a page are its headings, with an anchor each', () => {
  const { blocks } = readMarkdown('# Terms\n\nFirst.\n\n## What **it** costs\n\nSecond.\n\n## Who may\n- a\n- b')
  const sections = sectionsOf(blocks)
  expect(sections.map(({ title }) => title)).toEqual(['What it costs', 'Who may'])
  expect(new Set(sections.map(({ id }) => id)).size).toBe(2)
})

test('a page without headings has no sections', () => {
  expect(sectionsOf(readMarkdown('# Terms\n\nFirst.').blocks)).toEqual([])
})
