import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '@/ui'
import { SendAgainButton } from './send-again-button'
import styles from './unanswered-notice.module.css'

/** In a conversation that a newcomer has begun: why nobody answers before their address is confirmed. */
export function UnansweredNotice({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.notice}>
      <Notice
        kind="warning"
        role="status"
        icon={<MailCheck size={22} aria-hidden="true" />}
        title={t('unanswered_title', { name })}
        actions={<SendAgainButton email={email} />}
      >
        {t('unanswered_text', { email })}
      </Notice>
    </div>
  )
}
