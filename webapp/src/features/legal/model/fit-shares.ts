import type { TFunction } from 'i18next'
import type { Settings } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'

/** What counts in the order "best fit", with its share of the score, the greatest first. */
export function fitShares(weights: Settings['fit_weights'], t: TFunction<'signup'>, language: string): string {
  const locale = formattingLocale(language)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const counting = (Object.keys(weights) as (keyof typeof weights)[]).filter((name) => weights[name] > 0)
  const all = counting.reduce((sum, name) => sum + weights[name], 0)
  const said = counting
    .toSorted((one, other) => weights[other] - weights[one])
    .map((name) => `${t(`fit_${name}`)} ${percent.format(weights[name] / all)}`)
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(said)
}
