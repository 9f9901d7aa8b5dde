import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Payment } from '@/api/types'
import { LinkButton } from '@/ui'
import { ResultPanel } from './result-panel'
import styles from './payment-result.module.css'
import { useFormats } from './use-formats'

/** All of its money went back: withdrawn from, refunded, or paid for a discount that another order had. */
export function PaymentReturned({ payment }: { payment: Payment }) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  return (
    <ResultPanel kind="ended" icon={<Undo2 size={40} />} title={t('returned_title')}>
      <p>{t('returned_text', { price: money(payment.amount) })}</p>
      <div className={styles.actions}>
        <LinkButton to={paths.credits}>{t('buy_title')}</LinkButton>
      </div>
      <Link to={paths.transactions}>{t('see_transactions')}</Link>
    </ResultPanel>
  )
}
