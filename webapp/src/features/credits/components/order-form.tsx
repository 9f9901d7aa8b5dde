import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Id, Package } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, Notice } from '@/ui'
import { paths } from '@/paths'
import { usePackages } from '@/features/credits/api/use-packages'
import { priceOf } from '@/features/credits/model/price'
import { withNext } from '@/features/credits/model/purchase'
import { focusImmediateDelivery, ImmediateDelivery } from './immediate-delivery'
import { MethodChoice } from './method-choice'
import styles from './pay-screen.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'
import { useOrder } from './use-order'

interface Props {
  offer: Package
  methods: readonly string[]
  method: string | null
  onMethod: (method: string) => void
  memberId: Id
  next: string | null
}

export function OrderForm({ offer, methods, method, onMethod, memberId, next }: Props) {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const nameOf = useMethodName()
  const { money } = useFormats()
  const { packages } = usePackages()
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const [saves, setSaves] = useState(false)
  const order = useOrder(memberId)
  const navigate = useNavigate()

  // A mandate comes before the first debit; a card or PayPal can be kept on the way.
  const needsMandate = method === 'directdebit'
  const canSave = method !== null && !needsMandate && (packages?.saveable_methods.includes(method) ?? false)

  const submit = () => {
    setTried(true)
    if (!method) return document.getElementById('method')?.focus()
    if (needsMandate)
      return void navigate(withNext(`${paths.directDebit}?package=${offer.id}`, next, offer.discounted?.code ?? null))
    if (!agreed) return focusImmediateDelivery()
    void order.place(offer, method, next, canSave && saves)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!order.busy) submit()
      }}
    >
      <MethodChoice
        methods={methods}
        value={method}
        onChange={onMethod}
        error={tried && !method ? t('method_required') : undefined}
      />
      {canSave && (
        <Checkbox
          id="save-method"
          label={t('save_method')}
          checked={saves}
          onChange={(event) => setSaves(event.target.checked)}
        />
      )}
      {!needsMandate && <ImmediateDelivery agreed={agreed} onChange={setAgreed} isMissing={tried && !agreed} />}
      {order.error ? (
        <Notice kind="danger" role="alert" title={errorText(order.error)}>
          {t('order_failed')}
        </Notice>
      ) : null}
      <div className={styles.pay}>
        <Button type="submit" wide busy={order.busy}>
          {needsMandate ? t('debit_continue') : t('pay_once', { price: money(priceOf(offer).amount) })}
        </Button>
        <p className={styles.small}>
          {needsMandate ? t('debit_next') : t('obligation')}{' '}
          {method && !needsMandate && t('redirect', { method: nameOf(method, 'inside') })}{' '}
          {packages && t('refund_text', { count: packages.refund_days })}
        </p>
      </div>
    </form>
  )
}
