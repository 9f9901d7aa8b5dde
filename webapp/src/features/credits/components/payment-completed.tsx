import { Check, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Payment } from '@/api/types'
import { useUser } from '@/api/use-user'
import { LinkButton } from '@/ui'
import { chatOf, usePartnerOf } from '@/features/credits/api/use-partner-of'
import { ResultPanel } from './result-panel'
import styles from './payment-result.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'

export function PaymentCompleted({ payment, next }: { payment: Payment; next: string | null }) {
  const { t } = useTranslation('credits')
  const { user } = useUser()
  const { money } = useFormats()
  const nameOf = useMethodName()
  const partner = usePartnerOf(next)
  const added = t('completed_title', { count: payment.credits })
  return (
    <ResultPanel
      kind={payment.first ? 'first' : 'done'}
      icon={payment.first ? <Sparkles size={40} /> : <Check size={40} />}
      title={payment.first ? t('first_title') : added}
    >
      {payment.first && (
        <p className={styles.lead}>
          {t('first_text')} <strong>{added}.</strong>
        </p>
      )}
      <p>
        {t('completed_text', { price: money(payment.amount), method: nameOf(payment.method, 'inside') })}{' '}
        {user?.paid_user && t('balance', { count: user.credits })}
      </p>
      <p>
        {t('refund_text', { count: payment.refund_days })} <Link to={paths.withdrawal}>{t('withdraw_link')}</Link>
      </p>
      <div className={styles.actions}>
        <LinkButton to={next ?? paths.members}>
          {partner
            ? t('continue_with', { name: partner })
            : chatOf(next)
              ? t('back_to_chat')
              : next
                ? t('go_back')
                : t('search_members')}
        </LinkButton>
      </div>
      <Link to={paths.transaction(payment.payment_id)}>{t('see_transactions')}</Link>
    </ResultPanel>
  )
}
