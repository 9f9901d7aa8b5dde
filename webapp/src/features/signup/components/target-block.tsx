import { MessageCircleHeart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { memberNumber } from '@/features/signup/model/member-number'
import styles from './signup-wizard.module.css'

/** The member that the sign-up leads to. Visitors see no more of them than the number in the address. */
export function TargetBlock({ id }: { id: string }) {
  const { t } = useTranslation('signup')
  return (
    <div className={styles.target}>
      <MessageCircleHeart size={24} aria-hidden="true" />
      <p>
        <strong>{t('target_title', { number: memberNumber(id) })}</strong>
        <br />
        {t('target_text')}
      </p>
    </div>
  )
}
