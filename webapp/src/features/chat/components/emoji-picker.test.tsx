import { fireEvent, screen, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { keep, kept } from '@/api/device/member-storage'
import { EmojiPicker } from './emoji-picker'

function Writing({ begin = '' }: { begin?: string }) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(begin)
  return (
    <form ref={form}>
      <textarea ref={field} aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <EmojiPicker memberId="ann" field={field} above={form} />
    </form>
  )
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const opener = () => screen.getByRole('button', { name: 'Emoji' })

/** jsdom has no popovers: these stubs show and hide the panel as a browser does. */
async function open() {
  const panel = screen.getByLabelText('Choose an emoji')
  panel.removeAttribute('popover')
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
  return screen.findByRole('group', { name: 'Faces' })
}

const aMouse = (has: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: has }) as MediaQueryList)

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  aMouse(true)
})

test('an emoji takes the place of what is selected, the next stands behind it, and writing goes on', async () => {
  const { user, container } = await show(<Writing begin="See you there!" />)
  expect(opener()).toHaveAttribute('aria-expanded', 'false')
  field().setSelectionRange(8, 13)
  await user.click(opener())
  const panel = await open()
  expect(opener()).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(container)

  await user.click(within(panel).getByRole('button', { name: '😀' }))
  await user.click(within(panel).getByRole('button', { name: '😂' }))
  expect(field()).toHaveFocus()
  await user.keyboard(' ok')
  expect(field()).toHaveValue('See you 😀😂 ok!')
})

test('on a phone the keyboard stays closed while an emoji is chosen', async () => {
  aMouse(false)
  const { user } = await show(<Writing begin="Hi" />)
  await user.click(field())
  await user.click(opener())
  expect(field()).not.toHaveFocus()
  const panel = await open()
  await user.click(within(panel).getByRole('button', { name: '😀' }))
  expect(field()).not.toHaveFocus()
  expect(field()).toHaveValue('Hi😀')
})

test('keyboard focus enters the panel, moves by arrows, and stays after a choice', async () => {
  const { user } = await show(<Writing />)
  opener().focus()
  await user.keyboard('{Enter}')
  const panel = await open()
  const [first, second] = within(panel).getAllByRole('button')
  expect(first).toHaveFocus()
  await user.keyboard('{ArrowRight}{Enter} ')
  expect(second).toHaveFocus()
  expect(field()).toHaveValue('😄😄')
  expect(screen.getAllByRole('button').filter((button) => button.tabIndex === 0)).toEqual([opener(), second])
})

test('recently chosen emojis come first at the next opening, for this member', async () => {
  keep('ben', 'emoji', ['🐝'])
  keep('ann', 'emoji', ['🎁'])
  const { user } = await show(<Writing />)
  const panel = await open()
  await user.click(within(panel).getByRole('button', { name: '😘' }))
  const recent = screen.getByRole('group', { name: 'Recently used' })
  expect(
    within(recent)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['🎁'])
  expect(kept('ann', 'emoji')).toEqual(['😘', '🎁'])
  expect(kept('ben', 'emoji')).toEqual(['🐝'])
})
