/** A part of a text, found or between. */
export interface FoundPart {
  text: string
  found: boolean
}

const apart: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
}

/** Without capitals and accents, as the server compares (services/chat/storage/found_messages.py). */
function folded(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
  return [...plain].map((letter) => apart[letter] ?? letter).join('')
}

/** Whether the text holds the words. */
export const holds = (text: string, words: string): boolean => {
  const wanted = folded(words.trim().replace(/\s+/g, ' '))
  return wanted !== '' && folded(text).includes(wanted)
}

/** The text in order, with the words that were searched for apart. */
export function foundParts(text: string, words: string): FoundPart[] {
  const wanted = folded(words.trim().replace(/\s+/g, ' '))
  if (wanted === '') return [{ text, found: false }]
  // Folding changes lengths, so each folded character remembers the one it was made of.
  let plain = ''
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    const made = folded(letter)
    for (let index = 0; index < made.length; index += 1) starts.push(at)
    plain += made
    at += letter.length
  }
  starts.push(text.length)
  const parts: FoundPart[] = []
  let end = 0
  for (let from = plain.indexOf(wanted); from >= 0; from = plain.indexOf(wanted, from + wanted.length)) {
    const start = starts[from]!
    const stop = starts[from + wanted.length]!
    if (start < end || stop <= start) continue
    if (start > end) parts.push({ text: text.slice(end, start), found: false })
    parts.push({ text: text.slice(start, stop), found: true })
    end = stop
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), found: false })
  return parts
}
