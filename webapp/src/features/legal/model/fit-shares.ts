import type { TFunction } from 'i18next'
import type { Settings } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'

/** Shares of the score of the order "best fit", the greatest first. A photo comes first in every order and has none. */
export function fitShares(weights: Settings['fit_weights'], t: TFunction<'signup'>, language: string): string {
  const locale = formattingLocale(language)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const counting = (['interests', 'distance', 'age'] as const).filter((name) => weights[name] > 0)
  const all = counting.reduce((sum, name) => sum + weights[name], 0)
  const said = counting
    .toSorted((one, other) => weights[other] - weights[one])
    .map((name) => `${t(`fit_${name}`)} ${percent.format(weights[name] / all)}`)
  return new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(said)
}

/** The points of each step of a comparison, such as "same town: 24 · up to 10 km: 20". */
export function fitSteps(
  compared: 'interests' | 'distance' | 'age',
  points: Settings['fit_points'],
  t: TFunction<'signup'>,
): string {
  const steps = points[compared].filter((step) => step.points > 0)
  const words = {
    interests: (count: number) =>
      count === points.interests.at(-1)?.upto ? t('fit_or_more', { number: count }) : String(count),
    distance: (km: number) => (km === 0 ? t('fit_same_town') : t('fit_within', { km })),
    age: (count: number) => t('fit_years', { count }),
  }[compared]
  const said = steps.map((step) => t('fit_step', { step: words(step.upto), points: step.points }))
  return said.length > 0 ? said.join(' · ') : t('fit_none')
}
