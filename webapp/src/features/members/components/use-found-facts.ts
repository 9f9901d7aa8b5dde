import { useTranslation } from 'react-i18next'
import type { FoundCard } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useInterestName } from '@/words/use-interest-name'
import type { Order } from '@/features/members/model/filters'

const named = 2

/**
 * The facts under a name, by the order of the results: distance band, or what counts for the site's "best fit".
 * Undefined shows the place.
 */
export function useFoundFacts(): (card: FoundCard, order: Order) => string[] | undefined {
  const weights = useSettings().settings?.fit_weights
  const { t } = useTranslation('members')
  const interestName = useInterestName()

  const distance = ({ distance_km: km }: FoundCard) =>
    km === null ? null : km === 0 ? t('distance_same') : t('distance_within', { km })

  return (card, order) => {
    const far = distance(card)
    if (order !== 'fit') return far === null ? undefined : said(card.town, card.distance_km === 0 ? null : far)
    const all = weights?.interests === 0 ? [] : card.shared_interests
    const shared = all.slice(0, named).map(interestName)
    const more = all.length - shared.length
    const reasons = said(
      ...shared,
      more > 0 ? t('reason_more', { number: more }) : null,
      weights?.distance === 0 ? null : far,
      card.close_in_age && weights?.age !== 0 && shared.length === 0 ? t('reason_age') : null,
    ).slice(0, named + 1)
    return reasons.length > 0 ? reasons : undefined
  }
}

function said(...facts: (string | null)[]): string[] {
  return facts.filter((fact) => fact !== null)
}
