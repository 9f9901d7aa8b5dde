/** Parses a typed amount for the API; null for empty, undefined if it is no amount. */
export function readAmount(typed: string): string | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? text : undefined
}
