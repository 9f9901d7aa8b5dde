const address = /[^\s<>,;:"'()[\]\\]+@[^\s<>,;:"'()[\]\\@]+\.[^\s<>,;:"'()[\]\\@]+/gu

/** The email addresses in any text, each once: lines, CSV, or vCards with their folded lines. */
export function addressesIn(text: string): string[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, (fold) => (text.includes('BEGIN:VCARD') ? '' : fold))
  return [...new Set((unfolded.match(address) ?? []).map((each) => each.toLowerCase()))]
}
