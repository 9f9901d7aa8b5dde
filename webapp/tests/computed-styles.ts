import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type GetComputedStyle = typeof window.getComputedStyle

/** The style sheet of jsdom is the only one in a test: Vitest leaves ours out. */
const styleSheet = readFileSync(
  createRequire(import.meta.url).resolve('jsdom/lib/jsdom/browser/default-stylesheet.css'),
  'utf-8',
)
const attributes = new Set(['href', 'style', ...Array.from(styleSheet.matchAll(/\[([a-z-]+)/g), ([, name]) => name!)])
/** Elements that pass on to their children what they inherit, and that no selector names above another element. */
const transparent = new Set(['div', 'footer', 'form', 'header', 'main', 'p', 'span', 'svg'])

/** The styles of all files of this thread, as JSON: an object would keep the VM context of its file in memory. */
const shared = Symbol.for('pairwise.computed-styles')
const styles = ((process as unknown as Record<symbol, Map<string, string> | undefined>)[shared] ??= new Map())

/** What a selector can see of an element and of those above it; `context` is what its children see. */
interface Seen {
  kind: string
  context: string
}

/**
 * `getComputedStyle` that computes once for all elements which the selectors of the style sheet cannot tell apart.
 *
 * jsdom takes 25 ms for an element, and forgets all styles when the page changes. Queries by role ask for the style of
 * every element that may match, until one does: that was half of the processor's time of all tests.
 */
export function rememberedStyles(compute: GetComputedStyle, document: Document): GetComputedStyle {
  const answers = new Map<string, CSSStyleDeclaration>()
  let seen = new WeakMap<Element, Seen>()
  const forget = () => {
    seen = new WeakMap()
  }
  const changes = new MutationObserver(forget)
  changes.observe(document, { attributes: true, childList: true, subtree: true })

  function look(element: Element): Seen {
    const known = seen.get(element)
    if (known) return known
    const above = element.parentElement ? look(element.parentElement).context : ''
    const own = Array.from(element.attributes, ({ name, value }) =>
      attributes.has(name) ? ` ${name}=${name === 'href' ? '' : value}` : '',
    ).toSorted()
    if (element.localName === 'summary' && element.matches(':first-of-type')) own.push(' first')
    const kind = `${above}>${element.localName}${own.join('')}`
    const found = { kind, context: own.join('') || !transparent.has(element.localName) ? kind : above }
    seen.set(element, found)
    return found
  }

  function answerFor(kind: string, element: Element): CSSStyleDeclaration {
    let json = styles.get(kind)
    if (json === undefined) {
      const computed = compute(element)
      const names = Array.from({ length: computed.length }, (_, index) => computed.item(index))
      json = JSON.stringify(Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name)])))
      styles.set(kind, json)
    }
    return declarationOf(JSON.parse(json) as Record<string, string>)
  }

  return (element, pseudo) => {
    const isOurs = element.isConnected && element.ownerDocument === document
    if (pseudo || !isOurs || document.styleSheets.length > 0) return compute(element, pseudo)
    if (changes.takeRecords().length > 0) forget()
    const kind = `${look(element).kind}${element === document.activeElement ? ' focused' : ''}`
    const answer = answers.get(kind) ?? answerFor(kind, element)
    answers.set(kind, answer)
    return answer
  }
}

/** A declaration to read from: `style.pointerEvents`, `style.getPropertyValue('pointer-events')`. */
function declarationOf(values: Record<string, string>): CSSStyleDeclaration {
  const read = (name: string) => values[name] ?? ''
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) =>
      name === 'getPropertyValue'
        ? read
        : read(String(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
  })
}
