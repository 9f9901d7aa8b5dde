/** An address of the web, and the host that it leads to. */
export interface WebLink {
  href: string
  host: string
}

/** A part of a text: words, or an address. */
export interface TextPart {
  text: string
  link?: WebLink
}

// No unbounded repetition of what the end may give back: texts may be long.
const address = /\b(?:https?:\/\/|www\.)[^\s<>"']{2,500}/gi
/** Marks that end a sentence and no address. */
const after = /[.,;:!?)\]}…’”»]+$/

function linkOf(written: string): WebLink | null {
  try {
    const url = new URL(/^https?:/i.test(written) ? written : `https://${written}`)
    // A name before @ makes a host look like another one.
    return url.username || url.password || !url.hostname.includes('.') ? null : { href: url.href, host: url.host }
  } catch {
    return null
  }
}

/** The text in order, with its addresses apart. What only looks like an address stays words. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const written = found.replace(after, '')
    const link = linkOf(written)
    if (!link) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: written, link })
    end = index + written.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}
