import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import type { Card } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import styles from './fictional-label.module.css'

/** The month of this card's badge, on a site that shows it; null without one. */
export function useVerifiedMonth(card: Pick<Card, 'verified_in'> | null): string | null {
  const { settings } = useSettings()
  const { calendarMonth } = useDates()
  return settings?.verification && card?.verified_in ? calendarMonth(`${card.verified_in}-01T00:00:00Z`) : null
}

/** The badge, with its month where there is room: the main photo was compared with live pictures. */
export function VerifiedLabel({ month }: { month?: string }) {
  const { t } = useTranslation()
  return (
    <>
      <BadgeCheck className={styles.sign} size={14} aria-hidden="true" />
      {month ? t('verified_in', { date: month }) : t('badge_verified')}
    </>
  )
}
