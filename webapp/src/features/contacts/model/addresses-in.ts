const between = /[\s<>,;:"'()[\]\\]+/u
const address = /^[^@]+@[^@.]+(\.[^@.]+)+$/u
/** The server refuses a list with a longer one. */
const longest = 320

/**
 * The email addresses in any text, each once: lines, CSV, or vCards with their folded lines. Its time grows with the
 * length alone: an exported address book has the pictures of its people in it.
 */
export function addressesIn(text: string): string[] {
  const unfolded = text.includes('BEGIN:VCARD') ? text.replace(/\r?\n[ \t]/g, '') : text
  const words = unfolded.split(between).filter((word) => word.length <= longest && word.includes('@'))
  const found = words.map((word) => word.toLowerCase().replace(/\.+$/, ''))
  return [...new Set(found.filter((word) => address.test(word)))]
}

/** The text of an exported file: UTF-16 by its mark, as some programs write CSV, and UTF-8 otherwise. */
export function textOf(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength))
  const is = (one: number, other: number) => first === one && second === other
  return new TextDecoder(is(0xff, 0xfe) ? 'utf-16le' : is(0xfe, 0xff) ? 'utf-16be' : 'utf-8').decode(file)
}
