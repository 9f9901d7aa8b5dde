import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui'

const id = 'immediate-delivery'
export const focusImmediateDelivery = () => document.getElementById(id)?.focus()

interface Props {
  agreed: boolean
  onChange: (agreed: boolean) => void
  /** The order was tried without it. */
  isMissing: boolean
}

/** The wish to have the credits at once, which the law wants said before the order. */
export function ImmediateDelivery({ agreed, onChange, isMissing }: Props) {
  const { t } = useTranslation('credits')
  return (
    <Checkbox
      id={id}
      label={t('immediate_delivery')}
      checked={agreed}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissing ? t('immediate_delivery_required') : undefined}
    />
  )
}
