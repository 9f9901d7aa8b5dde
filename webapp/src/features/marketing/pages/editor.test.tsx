import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { PageDocument } from '@/api/types'
import landing from '@/locales/en/landing.json'
import { kinds } from './blocks'
import { DocumentForm } from './document-form'
import { emptyDocument } from './model'

const english = { title: 'Spring is here', accent: 'come out.', text: 'Meet people.', action: '' }
const written: PageDocument = { ...emptyDocument, words: { en: english } }
const checked = {
  preview: '/landers/preview/draft/1?token=x',
  weight: 61_200,
  later: 30_100,
  heaviest: 200_000,
  languages: ['en'],
  problems: [],
}
const drafts = { 'PUT marketing-draft.php': () => checked }
const german = { code: 'language_missing', place: 'words.de' }

async function open(answers: Record<string, () => unknown>, document = written, base = 1) {
  const asked = fakeApi(answers)
  const shown = await show(
    <DocumentForm memberId="ann" slug="spring" base={base} initial={document} languages={['en', 'de']} />,
  )
  return { asked, ...shown }
}

test('a page is shown on a phone and a desktop in the language that is written', async () => {
  const { user, container } = await open({ 'PUT marketing-draft.php': () => ({ ...checked, problems: [german] }) })
  expect(await screen.findByTitle('Phone')).toHaveAttribute('src', '/landers/preview/draft/1?token=x&lang=en')
  expect(screen.getByText('First screen on a phone: 62 of 200 kB')).toBeVisible()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Deutsch: this language is missing' }))
  expect(screen.getByRole('textbox', { name: 'Headline' })).toHaveFocus()
  expect(screen.getByRole('radio', { name: /Deutsch/ })).toBeChecked()
  expect(screen.getByTitle('Desktop')).toHaveAttribute('src', '/landers/preview/draft/1?token=x&lang=de')
})

test('languages without words take those of the scene’s built-in page', async () => {
  const built = { title: 'Gesichter', accent: 'zuerst.', text: 'Sieh dich um.', action: '' }
  const page = { slug: 'gallery', state: 'built_in', versions: [{ number: 0, document: { words: { de: built } } }] }
  const { asked, user } = await open({
    'PUT marketing-draft.php': () => checked,
    'GET marketing-page.php': () => page,
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  await user.click(screen.getByRole('button', { name: 'Use built-in words' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use built-in words' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  expect(asked.find(({ path, method }) => path === 'marketing-page.php' && method === 'GET')?.query.get('slug')).toBe(
    'gallery',
  )
  const saved = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument }
  expect(saved.document.words).toEqual({ en: english, de: built })
})

test('languages are chosen, and the page is kept out of search engines', async () => {
  const { asked, user } = await open({
    'PUT marketing-draft.php': () => checked,
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  expect(await screen.findByText('Offered in: English')).toBeVisible()
  const offered = screen.getByRole('group', { name: /Offered in/ })
  await user.click(within(offered).getByRole('checkbox', { name: 'Deutsch' }))
  await user.click(within(offered).getByRole('checkbox', { name: 'English' }))
  await user.click(within(offered).getByRole('checkbox', { name: 'Deutsch' }))
  await user.click(screen.getByRole('checkbox', { name: 'Keep it out of search engines' }))
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  const saved = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument }
  expect([saved.document.languages, saved.document.is_unlisted]).toEqual([['en'], true])
})

test('blocks are added, written, ordered and removed by keyboard', async () => {
  const { asked, user, container } = await open({
    'PUT marketing-draft.php': () => checked,
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  const adding = screen.getByRole('group', { name: 'Add a block' })
  await user.click(within(adding).getByRole('button', { name: 'Sentence with button' }))
  await user.type(screen.getByRole('textbox', { name: 'Sentence' }), 'Come in ')
  within(adding).getByRole('button', { name: 'Reasons' }).focus()
  await user.keyboard('{Enter}')
  const reasons = screen.getByRole('region', { name: 'Block 2: Reasons' })
  expect(reasons).toHaveFocus()
  await expectAccessible(container)
  await user.type(within(reasons).getByRole('textbox', { name: 'Title 1' }), 'Near')
  await user.click(within(reasons).getByRole('button', { name: 'Move up' }))
  expect(screen.getByRole('region', { name: 'Block 1: Reasons' })).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  const saved = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument }
  const points = [
    { title: 'Near', text: '' },
    { title: '', text: '' },
  ]
  expect(saved.document.blocks).toEqual([
    { kind: 'points', words: { en: points } },
    { kind: 'call', words: { en: 'Come in' } },
  ])
})

test('changes are undone and made again, and a move is announced', async () => {
  const call = (words: string) => ({ kind: 'call' as const, words: { en: words } })
  const { user, container } = await open(drafts, { ...written, blocks: [call('One'), call('Two')] })
  const sentences = () =>
    screen.getAllByRole('textbox', { name: 'Sentence' }).map((each) => (each as HTMLTextAreaElement).value)
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()

  await user.click(screen.getAllByRole('button', { name: 'Move down' })[0] as HTMLElement)
  expect(sentences()).toEqual(['Two', 'One'])
  expect(screen.getByText('Moved: Block 2: Sentence with button')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(sentences()).toEqual(['One', 'Two'])
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(sentences()).toEqual(['Two', 'One'])
  expect(screen.getByRole('button', { name: 'Redo' })).toBeDisabled()
  await expectAccessible(container)
})

test('every kind of block can be added, is accessible, and is saved with what it needs', async () => {
  const { asked, user, container } = await open({
    ...drafts,
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  for (const kind of kinds) {
    const adding = screen.getByRole('group', { name: 'Add a block' })
    await user.click(within(adding).getByRole('button', { name: landing[`block_${kind}`] }))
  }
  await expectAccessible(container)
  await user.click(screen.getByRole('checkbox', { name: /Real people said this/ }))
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  const saved = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument }
  expect(saved.document.blocks?.map(({ kind }) => kind)).toEqual(kinds)
  expect(saved.document.blocks).toContainEqual({ kind: 'quotes', words: {}, is_real: true })
  expect(saved.document.blocks).toContainEqual({ kind: 'gallery', words: {}, portraits: [1, 2, 3, 4] })
})

test('colours and portraits are chosen from lists', async () => {
  const { asked, user } = await open({
    'PUT marketing-draft.php': () => checked,
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  await user.click(screen.getByRole('radio', { name: 'Palette 2' }))
  await user.click(screen.getByRole('checkbox', { name: 'Portrait 9' }))
  await user.click(screen.getByRole('checkbox', { name: /Portrait 4/ }))
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  const saved = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument }
  expect(saved.document.palette?.sky).toBe('#1a1026')
  expect(saved.document.portraits).toEqual([9, 4])
})

test('a refusal names the place of the fault', async () => {
  const { user } = await open({
    'PUT marketing-draft.php': () => ({
      ...checked,
      preview: null,
      problems: [{ code: 'not_allowed', place: 'words.en.text' }],
    }),
    'POST marketing-page.php': () =>
      failure(422, 'field_invalid', {
        errors: [{ field: 'document.blocks.0.points.words.de.0.title', code: 'field_invalid' }],
      }),
  })
  expect(await screen.findByText('Sentence below (English): addresses and markup aren’t allowed')).toBeVisible()
  expect(screen.getByText('Showing the last valid version')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByText(/Block 1 \(Deutsch\)/)).toBeVisible()
})

test('what was not saved is there again, is said, and can be discarded', async () => {
  const first = await open(drafts)
  await first.user.type(screen.getByRole('textbox', { name: 'Headline' }), ' again')
  first.unmount()

  const { user, container } = await open(drafts)
  expect(screen.getByRole('textbox', { name: 'Headline' })).toHaveValue('Spring is here again')
  expect(screen.getByText(/hadn’t saved is here again/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Discard my changes' }))
  expect(screen.getByRole('textbox', { name: 'Headline' })).toHaveValue('Spring is here')
  expect(screen.queryByText(/is here again/)).not.toBeInTheDocument()
  expect(localStorage).toHaveLength(0)
})

test('what comes back says when somebody has saved a version since', async () => {
  const first = await open(drafts)
  await first.user.type(screen.getByRole('textbox', { name: 'Headline' }), '!')
  first.unmount()

  await open(drafts, written, 2)
  expect(screen.getByText('Meanwhile version 2 was saved. Compare the two before you save.')).toBeVisible()
})

test('what was saved does not come back, and a failure to save keeps it', async () => {
  let isDown = true
  const answers = {
    ...drafts,
    'POST marketing-page.php': () => (isDown ? failure(503, 'unavailable') : { version: 2, problems: [] }),
  }
  const { user, unmount } = await open(answers)
  await user.type(screen.getByRole('textbox', { name: 'Headline' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(localStorage).toHaveLength(1)
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Save as a new version' }))
  expect(await screen.findByText(/Version 2 is saved/)).toBeVisible()
  unmount()
  expect(localStorage).toHaveLength(0)
})

test('a form that was only opened leaves nothing behind, and what cannot be read is no change', async () => {
  localStorage.setItem('member:ann:page-changes:spring', '{"base":"1"}')
  const { unmount } = await open(drafts)
  expect(screen.queryByText(/is here again/)).not.toBeInTheDocument()
  unmount()
  localStorage.clear()
  const { unmount: close } = await open(drafts)
  close()
  expect(localStorage).toHaveLength(0)
})
