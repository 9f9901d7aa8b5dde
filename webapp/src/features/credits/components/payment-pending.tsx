import { Hourglass, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Payment } from '@/api/types'
import { LinkButton } from '@/ui'
import { ResultPanel } from './result-panel'
import styles from './payment-result.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'

export function PaymentPending({ payment }: { payment: Payment }) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  const nameOf = useMethodName()
  const method = nameOf(payment.method, 'inside')
  if (payment.status === 'requires_action') return <PaymentNeedsYou payment={payment} />
  const state = stateOf(payment)
  return (
    <ResultPanel kind="waiting" icon={<Hourglass size={36} />} title={t(`${state}_title`)}>
      <p>{t(`${state}_text`, { price: money(payment.amount), method })}</p>
      {payment.method === 'directdebit' && <p>{t('pending_debit')}</p>}
      <div className={styles.actions}>
        {payment.status === 'open' && payment.checkout_url && (
          <a className={styles.continue} href={payment.checkout_url}>
            {t('continue_paying', { method })}
          </a>
        )}
        <LinkButton kind="secondary" to={paths.members}>
          {t('search_members')}
        </LinkButton>
      </div>
    </ResultPanel>
  )
}

/** Nobody knows yet whether somebody who left the provider's page has paid there. */
function stateOf({ status, method, one_press }: Payment): 'pending' | 'transfer' | 'unfinished' {
  if (method === 'banktransfer') return 'transfer'
  return status === 'open' && !one_press ? 'unfinished' : 'pending'
}

/** The bank wants its customer's confirmation before the saved card pays. */
function PaymentNeedsYou({ payment }: { payment: Payment }) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  return (
    <ResultPanel kind="ended" icon={<ShieldCheck size={40} />} title={t('action_title')}>
      <p>{t('action_text', { price: money(payment.amount) })}</p>
      <div className={styles.actions}>
        {payment.checkout_url && (
          <a className={styles.continue} href={payment.checkout_url}>
            {t('action_button')}
          </a>
        )}
      </div>
    </ResultPanel>
  )
}
