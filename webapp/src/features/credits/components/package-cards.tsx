import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { paths } from '@/paths'
import { useSettings } from '@/api/use-settings'
import { classes, ErrorState, Loading } from '@/ui'
import { usePackages } from '@/features/credits/api/use-packages'
import { withNext } from '@/features/credits/model/purchase'
import { PackageCard } from './package-card'
import styles from './package-cards.module.css'
import { useCode } from './use-next'

interface Props {
  /** Without a choice the cards only show the prices. */
  canChoose: boolean
  next?: string | null
}

export function PackageCards({ canChoose, next = null }: Props) {
  const { t } = useTranslation('credits')
  const { packages, error, retry } = usePackages()
  const { settings } = useSettings()
  const code = useCode()
  if (!packages && error) return <ErrorState error={error} onRetry={retry} />
  if (!packages || !settings) return <LoadingCards canChoose={canChoose} />
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

const RANKS = [0, 1, 2, 3]
const PLACEHOLDER: Package = {
  id: '',
  credits: 100,
  amount: { value: '19.99', currency: 'EUR' },
  amount_per_message: { value: '0.99', currency: 'EUR' },
  popular: false,
  discounted: null,
}

/** The layout of the cards without their words: nothing below them moves when the prices arrive. */
function LoadingCards({ canChoose }: { canChoose: boolean }) {
  return (
    <Loading className={styles.frame}>
      <ul className={classes(styles.cards, styles.shapes)} aria-hidden="true" inert>
        {RANKS.map((rank) => (
          <PackageCard
            key={rank}
            offer={PLACEHOLDER}
            rank={rank}
            messages={PLACEHOLDER.credits}
            to={canChoose ? paths.credits : null}
          />
        ))}
      </ul>
    </Loading>
  )
}
