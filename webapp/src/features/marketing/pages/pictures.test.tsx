import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { PageDocument } from '@/api/types'
import { addPicture } from './use-pictures'
import { DocumentForm } from './document-form'
import { emptyDocument } from './model'

vi.mock(import('./use-pictures'), async (original) => ({ ...(await original()), addPicture: vi.fn() }))

const hash = '0123456789abcdef0123456789abcdef'
const table = {
  hash,
  width: 1200,
  height: 800,
  phone_bytes: 61_200,
  src: '/landers/pictures/x/400.webp',
  is_live: false,
  added_at: '2026-11-28T12:00:00Z',
}
const checked = { preview: '/p?token=x', weight: 1, later: 0, heaviest: 2, languages: ['en'], problems: [] }

async function open(pictures: object[], document: PageDocument = emptyDocument) {
  const asked = fakeApi({
    'PUT marketing-draft.php': () => checked,
    'GET marketing-pictures.php': () => ({ pictures }),
    'DELETE marketing-pictures.php': () => failure(503, 'unavailable'),
    'POST marketing-page.php': () => ({ version: 2, problems: [] }),
  })
  const shown = await show(
    <DocumentForm memberId="ann" slug="spring" base={1} initial={document} languages={['en', 'de']} />,
  )
  const saved = async () => {
    await shown.user.click(screen.getByRole('button', { name: 'Save as a new version' }))
    const sent = asked.find(({ method }) => method === 'POST')?.body as { document: PageDocument } | undefined
    return sent?.document
  }
  return { ...shown, saved }
}

test('a picture is chosen, described in a language and kept in view where it is cropped', async () => {
  const { user, container, saved } = await open([table])
  await user.click(within(screen.getByRole('group', { name: /top/ })).getByRole('button', { name: 'Add picture' }))
  const library = await screen.findByRole('dialog')
  await expectAccessible(container)
  await user.click(await within(library).findByRole('button', { name: /^Picture 1/ }))

  const hero = screen.getByRole('group', { name: 'Picture 1' })
  await user.type(within(hero).getByRole('textbox'), ' A table ')
  expect(within(hero).getByRole('slider', { name: /left/ })).toHaveValue('50')
  await expectAccessible(container)
  expect((await saved())?.hero).toEqual({ picture: hash, x: 50, y: 50, alt: { en: 'A table' } })
})

test('an upload needs the word that the site may use it, and is chosen by that', async () => {
  vi.mocked(addPicture).mockResolvedValue(table)
  const { user, saved } = await open([table])
  await user.click(screen.getByRole('button', { name: 'Logo' }))
  const block = screen.getByRole('region', { name: 'Block 1: Logo' })
  await user.click(within(block).getByRole('button', { name: 'Add picture' }))
  const library = await screen.findByRole('dialog')
  expect(within(library).getByRole('button', { name: 'Upload a picture' })).toBeDisabled()
  await user.click(within(library).getByRole('checkbox'))
  await user.upload(
    within(library).getByLabelText('Upload a picture', { selector: 'input' }),
    new File(['x'], 'a.png', { type: 'image/png' }),
  )

  expect(within(block).queryByRole('button', { name: 'Add picture' })).toBeNull() // a block has one logo
  expect((await saved())?.blocks?.[0]).toMatchObject({ kind: 'logo', pictures: [{ picture: hash }] })
})

test('a failure in the library is said, and a picture that was deleted is named', async () => {
  const hero = { picture: hash, x: 1, y: 2, alt: {} }
  const { user } = await open([{ ...table, hash: 'another' }], { ...emptyDocument, hero })
  expect(await screen.findByText(/this picture was deleted/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take off the page' }))
  await user.click(within(screen.getByRole('group', { name: /top/ })).getByRole('button', { name: 'Add picture' }))
  await user.click(await screen.findByRole('button', { name: 'Delete picture 1 for good' }))
  expect(await screen.findByRole('alert')).toBeVisible()
})
