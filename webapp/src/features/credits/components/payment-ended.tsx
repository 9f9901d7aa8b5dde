import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Payment } from '@/api/types'
import { LinkButton } from '@/ui'
import { usePackages } from '@/features/credits/api/use-packages'
import { otherMethods } from '@/features/credits/model/methods'
import { offerCodes, packageOf, withNext, type Purchase } from '@/features/credits/model/purchase'
import { MethodIcon } from './method-icon'
import { ResultPanel } from './result-panel'
import styles from './payment-result.module.css'
import { useMethodName } from './use-method-name'

/** When a stored card failed, PayPal is the way the member is shown first. */
const byPaypal = (methods: readonly string[]) =>
  methods.toSorted((one, other) => Number(other === 'paypal') - Number(one === 'paypal'))

interface Props {
  payment: Payment
  status: 'failed' | 'cancelled' | 'expired'
  purchase: Purchase | null
}

/** Says why, keeps the choice, and offers the same way again or two others. */
export function PaymentEnded({ payment, status, purchase }: Props) {
  const { t } = useTranslation('credits')
  const nameOf = useMethodName()
  const { packages } = usePackages()
  const offer = packages && packageOf(payment, packages.packages, purchase)
  const next = purchase?.next ?? null
  const method = nameOf(payment.method, 'inside')
  // It was let go with the payment, so it holds for the next one. The offer to new members comes by itself.
  const code = payment.discount_code === null || offerCodes.has(payment.discount_code) ? null : payment.discount_code
  const payWith = (method: string) =>
    withNext(offer ? `${paths.payment(offer.id)}/${method}` : paths.credits, next, code)
  return (
    <ResultPanel kind="ended" icon={<CircleX size={40} />} title={t(`${status}_title`)}>
      <p>{payment.one_press && status === 'failed' ? t('stored_failed_text') : t(`${status}_text`, { method })}</p>
      <div className={styles.actions}>
        {payment.one_press ? (
          <LinkButton to={withNext(`${paths.repeatOrder}?package=${payment.package_id}`, next, code)}>
            {t('stored_retry')}
          </LinkButton>
        ) : (
          <LinkButton to={payWith(payment.method)}>{t('try_again', { method })}</LinkButton>
        )}
        {payment.one_press && (
          <LinkButton kind="secondary" to={payWith(payment.method)}>
            {t('stored_again')}
          </LinkButton>
        )}
      </div>
      {packages && (
        <section className={styles.others} aria-labelledby="others">
          <h2 id="others">{t('other_ways')}</h2>
          <ul>
            {otherMethods(payment.one_press ? byPaypal(packages.methods) : packages.methods, payment.method).map(
              (other) => (
                <li key={other}>
                  <Link className={styles.other} to={payWith(other)}>
                    <MethodIcon method={other} />
                    {nameOf(other)}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </section>
      )}
      <Link to={withNext(paths.credits, next, code)}>{t('other_package')}</Link>
    </ResultPanel>
  )
}
