import type { NewCode } from '@/features/marketing/api/codes'
import { hundredthsOf } from '@/features/marketing/sources/model'

/** The form as it was filled in. Days are UTC; the last one is included. */
export interface CodeFields {
  code: string
  campaign: string
  percent: string
  uses: string
  budget: string
  currency: string
  first: string
  last: string
}

export const emptyFields: CodeFields = {
  code: '',
  campaign: '',
  percent: '',
  uses: '',
  budget: '',
  currency: 'EUR',
  first: '',
  last: '',
}

export type Problem = 'code_wrong' | 'code_percent_wrong' | 'code_uses_wrong' | 'sum_wrong' | 'code_days_wrong'

const aDay = 86_400_000
const wholeNumber = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : NaN)

/** What is sent for these fields, or the first thing that is wrong with them. */
export function newCodeOf(fields: CodeFields): NewCode | Problem {
  const code = fields.code.trim().toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9_-]{2,39}$/.test(code)) return 'code_wrong'
  const percentage = wholeNumber(fields.percent)
  if (!(percentage >= 1 && percentage <= 90)) return 'code_percent_wrong'
  const made: NewCode = { code, campaign: fields.campaign.trim(), percentage }
  if (fields.uses.trim()) {
    made.most_uses = wholeNumber(fields.uses)
    if (!(made.most_uses >= 1 && made.most_uses <= 1_000_000)) return 'code_uses_wrong'
  }
  if (fields.budget.trim()) {
    const budget = hundredthsOf(fields.budget)
    if (!budget || !/^[A-Za-z]{3}$/.test(fields.currency)) return 'sum_wrong'
    made.budget = budget
    made.currency = fields.currency.toUpperCase()
  }
  if (fields.first && fields.last && fields.first > fields.last) return 'code_days_wrong'
  if (fields.first) made.starts_at = new Date(fields.first).toISOString()
  if (fields.last) made.expires_at = new Date(new Date(fields.last).getTime() + aDay).toISOString()
  return made
}

/** The last day of a code that ends at this moment. */
export const lastDay = (expiresAt: string): string =>
  new Date(new Date(expiresAt).getTime() - 1).toISOString().slice(0, 10)
