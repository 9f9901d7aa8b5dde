import { Ban, MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/api/api-error'
import type { Chat } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Notice } from '@/ui'
import styles from './composer.module.css'

/** Under the messages when nothing can be written: the partner is gone, or not confirmed yet. */
export function ClosedFoot({ chat: { partner, profile } }: { chat: Chat }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const isAwaited = partner === 'not_confirmed'
  const Icon = isAwaited ? MailWarning : Ban
  const isFraud = partner === 'fraud'
  const closed = isFraud ? 'closed_fraud' : partner === 'disabled' ? 'closed_disabled' : 'closed_deleted'
  const awaited = new ApiError(409, { code: 'partner_not_confirmed', message: '', name: profile?.name })
  return (
    <div className={styles.foot}>
      <Notice
        kind={isFraud ? 'danger' : 'warning'}
        role="status"
        icon={<Icon size={22} aria-hidden="true" />}
        title={isAwaited ? errorText(awaited) : t(closed)}
      >
        {isFraud && <p>{t('closed_fraud_text')}</p>}
        {t('closed_text')}
      </Notice>
    </div>
  )
}
