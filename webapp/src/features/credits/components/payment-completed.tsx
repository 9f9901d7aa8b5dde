import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Payment } from '@/api/types'
import { useUser } from '@/api/use-user'
import { LinkButton } from '@/ui'
import { ResultPanel } from './result-panel'
import styles from './payment-result.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'

export function PaymentCompleted({ payment, next }: { payment: Payment; next: string | null }) {
  const { t } = useTranslation('credits')
  const { user } = useUser()
  const { money } = useFormats()
  const nameOf = useMethodName()
  const isFromChat = next !== null && (next.startsWith('/chats/') || /\/chat(\?|$)/.test(next))
  return (
    <ResultPanel kind="done" icon={<Check size={40} />} title={t('completed_title', { count: payment.credits })}>
      <p>
        {t('completed_text', { price: money(payment.amount), method: nameOf(payment.method, 'inside') })}{' '}
        {user?.paid_user && t('balance', { count: user.credits })}
      </p>
      <p>
        {t('refund_text', { count: payment.refund_days })} <Link to={paths.withdrawal}>{t('withdraw_link')}</Link>
      </p>
      <div className={styles.actions}>
        <LinkButton to={next ?? paths.members}>
          {isFromChat ? t('back_to_chat') : next ? t('go_back') : t('search_members')}
        </LinkButton>
      </div>
      <Link to={paths.transaction(payment.payment_id)}>{t('see_transactions')}</Link>
    </ResultPanel>
  )
}
