import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keep, kept } from '@/api/device/member-storage'
import type { Discount } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, LinkButton, Notice } from '@/ui'
import { usePrivacy } from '@/features/settings/api/privacy'
import { useRetentionDiscount } from '@/features/settings/api/use-retention-offer'
import { paths } from '@/paths'

const dismissal = 'retention-offer-dismissed'

interface Props {
  memberId: string
  /** The site gives leaving members a discount. */
  hasDiscount: boolean
}

/**
 * At most one offer beside the deletion, which it neither delays nor hides: the discount that the member really has, else
 * invisible mode for members who are shown to others. Dismissed for good.
 */
export function RetentionOffer({ memberId, hasDiscount }: Props) {
  const [isDismissed, setDismissed] = useState(() => kept<number>(memberId, dismissal) !== null)
  if (isDismissed) return null
  const dismiss = () => {
    keep(memberId, dismissal, Date.now())
    setDismissed(true)
  }
  return <Offer hasDiscount={hasDiscount} onDismiss={dismiss} />
}

function Offer({ hasDiscount, onDismiss }: { hasDiscount: boolean; onDismiss: () => void }) {
  const discount = useRetentionDiscount(hasDiscount)
  const { data: privacy } = usePrivacy()
  if (discount) return <DiscountOffer discount={discount} onDismiss={onDismiss} />
  if (discount === null && privacy && !privacy.invisible && !privacy.hidden)
    return <InvisibleOffer onDismiss={onDismiss} />
  return null
}

function DiscountOffer({ discount, onDismiss }: { discount: Discount; onDismiss: () => void }) {
  const { t } = useTranslation('mydata')
  const { moment } = useDates()
  const percent = discount.value_percentage
  const until = discount.expires ? moment(discount.expires) : null
  return (
    <Notice
      title={t('offer_title')}
      actions={
        <>
          <LinkButton to={`${paths.credits}?code=${encodeURIComponent(discount.code)}`} small>
            {t('offer_take', { percent })}
          </LinkButton>
          <Dismiss onDismiss={onDismiss} />
        </>
      }
    >
      {t('offer_text', { percent })} {until && t('offer_until', { until })}
    </Notice>
  )
}

function InvisibleOffer({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('mydata')
  return (
    <Notice
      title={t('stay_invisible_title')}
      actions={
        <>
          <LinkButton to={`${paths.settings}/privacy`} kind="secondary" small>
            {t('stay_invisible_action')}
          </LinkButton>
          <Dismiss onDismiss={onDismiss} />
        </>
      }
    >
      {t('stay_invisible_text')}
    </Notice>
  )
}

function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('mydata')
  return (
    <Button kind="quiet" small onClick={onDismiss}>
      {t('offer_dismiss')}
    </Button>
  )
}
