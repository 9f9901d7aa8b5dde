import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useSpent } from '@/features/spending/api/use-spent'
import styles from './spending.module.css'

/** Above the composer of a chat with a fictional profile, before the next message costs something. */
export function FictionalSpent({ profile, balance }: { profile: Card; balance: number }) {
  return profile.fictional ? <Spent profile={profile} balance={balance} /> : null
}

function Spent({ profile, balance }: { profile: Card; balance: number }) {
  const { t, i18n } = useTranslation('chat')
  const credits = useSpent(profile.id, balance)
  return (
    <p className={styles.spent}>
      <Info size={18} aria-hidden="true" />
      {t('fictional_spent', { credits: credits === null ? '…' : credits.toLocaleString(i18n.language) })}
    </p>
  )
}
