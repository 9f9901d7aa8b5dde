import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { useSettings } from '@/api/use-settings'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { usePackages } from '@/features/credits/api/use-packages'
import { withNext } from '@/features/credits/model/purchase'
import { PackageCard } from './package-card'
import styles from './package-cards.module.css'
import { useCode } from './use-next'

interface Props {
  /** Without a choice the cards only tell the prices. */
  canChoose: boolean
  next?: string | null
}

export function PackageCards({ canChoose, next = null }: Props) {
  const { t } = useTranslation('credits')
  const { packages, error, retry } = usePackages()
  const { settings } = useSettings()
  const code = useCode()
  if (!packages && error) return <ErrorState error={error} onRetry={retry} />
  if (!packages || !settings) return <LoadingCards />
  return (
    <div className={styles.frame}>
      <ul className={styles.cards} aria-label={t('packages_label')}>
        {packages.packages.map((offer, rank) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            rank={rank}
            messages={Math.floor(offer.credits / settings.message_credits)}
            to={canChoose ? withNext(paths.payment(offer.id), next, code) : null}
          />
        ))}
      </ul>
    </div>
  )
}

function LoadingCards() {
  return (
    <Loading className={styles.frame}>
      <div className={styles.cards}>
        {[0, 1, 2, 3].map((rank) => (
          <Skeleton key={rank} className={styles.shape} />
        ))}
      </div>
    </Loading>
  )
}
