import { useTranslation } from 'react-i18next'
import type { FoundCard, Settings } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useInterestName } from '@/words/use-interest-name'
import type { Order } from '@/features/members/model/filters'

const named = 2
// The server's limit of `close_in_age`.
const closeYears = 5

/**
 * The facts under a name, by the order of the results: distance band, or what has points in the site's "best fit".
 * Undefined shows the place.
 */
export function useFoundFacts(): (card: FoundCard, order: Order) => string[] | undefined {
  const points = useSettings().settings?.fit_points
  const { t } = useTranslation('members')
  const interestName = useInterestName()

  const distance = ({ distance_km: km }: FoundCard) =>
    km === null ? null : km === 0 ? t('distance_same') : t('distance_within', { km })

  return (card, order) => {
    const far = distance(card)
    if (order !== 'fit') return far === null ? undefined : said(card.town, card.distance_km === 0 ? null : far)
    if (!points) return undefined
    const all = sharedPoints(points, card.shared_interests.length) > 0 ? card.shared_interests : []
    const shared = all.slice(0, named).map(interestName)
    const more = all.length - shared.length
    const reasons = said(
      ...shared,
      more > 0 ? t('reason_more', { number: more }) : null,
      card.distance_km !== null && within(points.distance, card.distance_km) > 0 ? far : null,
      card.close_in_age && within(points.age, closeYears) > 0 && shared.length === 0 ? t('reason_age') : null,
    ).slice(0, named + 1)
    return reasons.length > 0 ? reasons : undefined
  }
}

function said(...facts: (string | null)[]): string[] {
  return facts.filter((fact) => fact !== null)
}

type Points = Settings['fit_points']

/** The points of the first step that reaches this far, as the server counts them. */
const within = (steps: Points['age'], value: number) => steps.find(({ upto }) => value <= upto)?.points ?? 0

const sharedPoints = ({ interests }: Points, shared: number) =>
  Math.max(0, ...interests.filter(({ upto }) => upto <= shared).map(({ points }) => points))
