import { ReadableStream } from 'node:stream/web'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import { startI18n } from '@/i18n/i18n'
import { rememberedStyles } from './computed-styles'

declare global {
  interface Window {
    /** That of jsdom. */
    computeStyle?: typeof window.getComputedStyle
  }
}

// A busy machine draws slowly; whoever waits, waits for what comes and not for a time.
configure({ asyncUtilTimeout: 60_000 })
// It knows a stopped clock by Jest's name only; whoever waits then moves it.
Object.assign(globalThis, {
  jest: { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) },
})

// jsdom draws nothing, so it has no modals, popovers or media queries.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  // The style sheet of the browser hides a popover that is not open.
  this.style.display = 'block'
}
HTMLElement.prototype.hidePopover ??= function hidePopover() {}
window.scrollTo = () => {}
HTMLMediaElement.prototype.pause = () => {}
// Of Node, and of every browser; a VM context has what jsdom has.
vi.stubGlobal('ReadableStream', ReadableStream)
// jsdom returns nothing either, and prints an error each time; axe asks for the width of icons.
HTMLCanvasElement.prototype.getContext = () => null
window.matchMedia ??= (media: string) =>
  ({ media, matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList

// jsdom has no databases; those of the file before are in the same page.
Reflect.deleteProperty(globalThis, 'indexedDB')

// A page may have been set up by the file before.
window.computeStyle ??= window.getComputedStyle
window.getComputedStyle = rememberedStyles(window.computeStyle, document)

class SilentStream extends EventTarget {
  close() {}
}
vi.stubGlobal('EventSource', SilentStream)

beforeAll(() => startI18n('en'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
  localStorage.clear()
})
