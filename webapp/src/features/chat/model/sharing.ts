/** Contact details and payments that a text gives away or asks for. */
export type Sharing = 'phone' | 'address' | 'account' | 'money'

const email = /[\w+.-]{1,64}@[\w-]{1,60}\.[a-z]{2,}/i
// Nine digits and more with the marks between them, as `shared/contact_details/hints.py` has it for the reader; dates have fewer.
const number = /(?<![\w.,])(?:\+|00)?\d(?:[ ().\-/]{0,2}\d){8,14}(?![\w]|[.,]\d)/
const date = /(?<!\d)(?:\d{1,2}[.\-/]\d{1,2}[.\-/](?:19|20)\d\d|(?:19|20)\d\d[.\-/]\d{1,2}[.\-/]\d{1,2})(?!\d)/g
const iban = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?\b/i
const amount = /(?:[€$£]\s?\d|\b\d{1,7}(?:[.,]\d{2})?\s?(?:€|\$|£|eur\b|euros?\b|dollars?\b|pounds?\b|zł|kr\b))/i

/** The first thing that a text shares, the most dangerous before the others; null for most texts. */
export function sharingOf(text: string): Sharing | null {
  if (iban.test(text)) return 'account'
  if (amount.test(text)) return 'money'
  if (number.test(text.replace(date, ' '))) return 'phone'
  return email.test(text) ? 'address' : null
}

const firstDays = 3 * 86_400_000

/** Whether two have written each other for so short a time that a hint is due; `begunAt` is null before the first message. */
export function isEarly(begunAt: string | null, now: number): boolean {
  return begunAt === null || now - Date.parse(begunAt) < firstDays
}
