/** A run of text, a link or something strong. */
export type Inline = { kind: 'text' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }

export type Block = { kind: 'title' | 'heading' | 'paragraph'; content: Inline[] } | { kind: 'list'; items: Inline[][] }

export interface Page {
  updated: string | null
  title: string
  blocks: Block[]
}

const inline = /\*\*(.+?)\*\*|\[(.+?)\]\((\/[^)\s]*)\)/g

function readInline(text: string): Inline[] {
  const found: Inline[] = []
  let at = 0
  for (const match of text.matchAll(inline)) {
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) })
    const [whole, strong, label, to] = match
    found.push(strong ? { kind: 'strong', text: strong } : { kind: 'link', text: label!, to: to! })
    at = match.index + whole.length
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}

/**
 * The Markdown of the legal pages: headings, paragraphs, lists, strong words and links to our own pages. Everything
 * else is text, so nothing an editor writes can become an element we did not mean.
 */
export function readMarkdown(source: string): Page {
  const [, updated = null, body = source] = /^Updated: (\d{4}-\d{2}-\d{2})\n([\s\S]*)$/.exec(source) ?? []
  const page: Page = { updated, title: '', blocks: [] }
  for (const chunk of body.trim().split(/\n{2,}/)) {
    const [, marks, heading, rest] = /^(#{1,2}) ([^\n]+)\n?([\s\S]*)$/.exec(chunk) ?? []
    if (marks === '#') page.title = heading!
    if (marks === '##') page.blocks.push({ kind: 'heading', content: readInline(heading!) })
    const items = (marks ? rest! : chunk).split(/\n(?=- )/)
    const lead = items[0]!.startsWith('- ') ? '' : items.shift()!
    if (lead) page.blocks.push({ kind: 'paragraph', content: readInline(lead) })
    if (items.length > 0) {
      const list = items.map((item) => readInline(item.slice(2).replaceAll('\n', ' ')))
      page.blocks.push({ kind: 'list', items: list })
    }
  }
  return page
}

/** Leaves out the sections of a page whose heading ends with `{{if name}}` where that is not true of the site. */
export function onlyTrue(source: string, truths: Record<string, boolean>): string {
  return source.replace(
    /^(## .*) {{if (\w+)}}\n((?:(?!## ).*\n?)*)/gm,
    (_, heading: string, name: string, text: string) => (truths[name] ? `${heading}\n${text}` : ''),
  )
}

const counted = /{{(\w+), plural, ((?:\w+ {[^{}]*} ?)+)}}/g

/**
 * Puts the site's facts where the text names them; an unknown name stays visible, so that somebody notices. A count has
 * its forms as in ICU messages: `{{days, plural, one {# day} other {# days}}}`.
 */
export function fillIn(source: string, facts: Record<string, string | number>, locale: string): string {
  const rules = new Intl.PluralRules(locale)
  return source
    .replace(counted, (whole, name: string, given: string) => {
      const count = facts[name]
      if (count === undefined) return whole
      const forms = Object.fromEntries([...given.matchAll(/(\w+) {([^{}]*)}/g)].map(([, form, text]) => [form, text]))
      return (forms[rules.select(Number(count))] ?? forms.other ?? whole).replaceAll('#', String(count))
    })
    .replace(/{{([\w.]+)}}/g, (whole, name: string) => String(facts[name] ?? whole))
}
