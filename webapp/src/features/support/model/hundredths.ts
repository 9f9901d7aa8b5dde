/** The hundredths of a sum as people write it, with a point or a comma; null for other text. */
export function hundredths(text: string): number | null {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return found && Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
