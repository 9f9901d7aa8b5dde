/**
 * Lazy hydration: the app takes over a page that the server has drawn as soon as somebody does anything, or once nothing
 * has happened for `data-wait` milliseconds. Until then network and processor serve what is read, links are links, and
 * what is pressed or entered is kept for the app.
 */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const

function hydrateLater({ app = '', files = '', wait = '0' }: DOMStringMap): void {
  const begun = new AbortController()
  const taken = new AbortController()
  let pressed: { button: HTMLButtonElement; by: Event } | null = null

  const begin = () => {
    if (begun.signal.aborted) return
    begun.abort()
    for (const file of files.split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
    void import(/* @vite-ignore */ app)
  }
  let isHandedOver = false
  const handOver = () => {
    isHandedOver = true
    const entries = entriesOf(document.querySelectorAll('#root input, #root textarea'))
    if (pressed && pressed.by.eventPhase !== Event.NONE) {
      // A press that is on its way reaches the app by itself, which has not got what a form would send.
      if (pressed.button.type === 'submit') pressed.by.preventDefault()
      else pressed = null
    }
    // The app is about to draw its own, empty state into them.
    setTimeout(() => {
      taken.abort()
      entries.forEach(enterAgain)
      pressed?.button.click()
    })
  }
  // What an address brings along is noted at once.
  const beginLater = () => setTimeout(begin, location.search || location.hash ? 0 : Number(wait))

  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true, signal: begun.signal })
  const keep = (by: Event) => {
    const button = (by.target as Element).closest('button')
    if (!button || (isHandedOver && button.type !== 'submit')) return
    if (isHandedOver) by.preventDefault()
    pressed = { button, by }
  }
  addEventListener('click', keep, { capture: true, signal: taken.signal })
  addEventListener('submit', (event) => event.preventDefault(), { capture: true, signal: taken.signal })
  // The server draws forms inert: where no script runs, they lead nowhere.
  for (const form of document.forms) form.inert = false
  addEventListener('hydrated', handOver, { once: true })
  if (document.readyState === 'complete') beginLater()
  else addEventListener('load', beginLater, { once: true })
}

interface Entry {
  field: HTMLInputElement
  value: string
  checked: boolean
}

const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'

function isEntered({ field, value, checked }: Entry): boolean {
  if (!isChoice(field)) return value !== field.defaultValue
  return checked !== field.defaultChecked && (checked || field.type === 'checkbox')
}

/** What was entered into fields, as against the page as it was drawn. */
const entriesOf = (fields: Iterable<HTMLInputElement>): Entry[] =>
  [...fields].map((field) => ({ field, value: field.value, checked: field.checked })).filter(isEntered)

/** React takes what stands in a field at hydration for its old value, and events without a change for nothing. */
function enterAgain({ field, value, checked }: Entry): void {
  if (isChoice(field)) {
    field.checked = !checked
    field.click()
    return
  }
  const prototype = Object.getPrototypeOf(field) as HTMLInputElement
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

hydrateLater(document.querySelector<HTMLScriptElement>('script[data-app]')!.dataset)
