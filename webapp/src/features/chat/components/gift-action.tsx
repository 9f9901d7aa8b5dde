import { Gift } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui'
import styles from './gift-action.module.css'
import { useGiftSheet, type Offered } from './use-offer-sheet'

/** Beside the other things one can do on a profile. */
export function GiftAction(offered: Offered) {
  const { t } = useTranslation('gifts')
  const [sheet, open] = useGiftSheet(offered)
  return (
    <>
      <Button
        kind="secondary"
        icon={<Gift size={22} aria-hidden="true" />}
        aria-label={t('title', { name: offered.partner.name })}
        onClick={open}
      >
        <span className={styles.word}>{t('open')}</span>
      </Button>
      {sheet}
    </>
  )
}
