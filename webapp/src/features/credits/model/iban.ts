/** How long an account number is in each country that can be debited. */
const lengths: Record<string, number> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

/** Without blanks, in capitals. */
export function compactIban(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** In groups of four, as it stands on a bank card. */
export function groupedIban(text: string): string {
  return compactIban(text).replace(/(.{4})(?=.)/g, '$1 ')
}

export type IbanState = 'empty' | 'unfinished' | 'wrong' | 'right'

/** Feedback while typing: nothing is an error before the full length is reached. */
export function stateOfIban(text: string): IbanState {
  const iban = compactIban(text)
  if (iban === '') return 'empty'
  if (iban.length < 2) return /^[A-Z]$/.test(iban) ? 'unfinished' : 'wrong'
  const length = lengths[iban.slice(0, 2)]
  if (length === undefined || !/^[A-Z]{2}[0-9A-Z]*$/.test(iban) || iban.length > length) return 'wrong'
  if (iban.length < length) return 'unfinished'
  return remainder(iban) === 1 ? 'right' : 'wrong'
}

/** ISO 7064, mod 97: the first four characters at the end, letters as two digits. */
function remainder(iban: string): number {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => parseInt(character, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}
