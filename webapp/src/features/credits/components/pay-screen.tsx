import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '@/paths'
import type { Id } from '@/api/types'
import { EmptyState, ErrorState, LinkButton, Loading, PageTitle, Skeleton } from '@/ui'
import { usePackages } from '@/features/credits/api/use-packages'
import { withNext } from '@/features/credits/model/purchase'
import { CannotBuy } from './cannot-buy'
import { OrderForm } from './order-form'
import { OrderSummary } from './order-summary'
import styles from './pay-screen.module.css'
import { useCode, useNext } from './use-next'

interface Props {
  packageId: string
  /** From the address, so that a chosen method survives a reload. */
  method: string | null
  memberId: Id
}

export function PayScreen({ packageId, method, memberId }: Props) {
  const { t } = useTranslation('credits')
  const { packages, error, retry } = usePackages()
  const navigate = useNavigate()
  const next = useNext()
  const code = useCode()
  // The router follows in its own time, and a pressed radio button must not.
  const [chosen, setChosen] = useState(method)
  const offer = packages?.packages.find(({ id }) => id === packageId)
  const title = offer ? t('pay_title', { count: offer.credits }) : t('pay_title_plain')

  if (!packages && error) return <ErrorState error={error} onRetry={retry} />
  if (packages && !offer) {
    return (
      <>
        <PageTitle title={title} hidden />
        <EmptyState
          title={t('package_gone')}
          action={<LinkButton to={paths.credits}>{t('other_package')}</LinkButton>}
        />
      </>
    )
  }
  return (
    <>
      <PageTitle title={title} />
      {packages && offer ? (
        <div className={styles.columns}>
          <OrderSummary offer={offer} next={next} />
          {packages.cannot_buy ? (
            <CannotBuy reason={packages.cannot_buy} />
          ) : (
            <OrderForm
              offer={offer}
              methods={packages.methods}
              method={chosen && packages.methods.includes(chosen) ? chosen : null}
              onMethod={(wanted) => {
                setChosen(wanted)
                void navigate(withNext(`${paths.payment(packageId)}/${wanted}`, next, code), {
                  replace: true,
                  preventScrollReset: true,
                })
              }}
              memberId={memberId}
              next={next}
            />
          )}
        </div>
      ) : (
        <Loading className={styles.columns}>
          <Skeleton height="220px" />
          <Skeleton height="320px" />
        </Loading>
      )}
    </>
  )
}
