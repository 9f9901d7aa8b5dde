import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import type { Card } from '@/api/types'
import styles from './fictional-label.module.css'

/** Whether this card has the badge, on a site that shows it. */
export function useIsVerified(card: Pick<Card, 'verified_in'> | null): boolean {
  const { settings } = useSettings()
  return Boolean(settings?.verification && card?.verified_in)
}

/** The badge: a person compared the main photo with live pictures. */
export function VerifiedLabel() {
  const { t } = useTranslation()
  return (
    <>
      <BadgeCheck className={styles.sign} size={14} aria-hidden="true" />
      {t('badge_verified')}
    </>
  )
}
