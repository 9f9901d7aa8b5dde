import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { User } from '@/api/types'
import { PageTitle } from '@/ui'
import { withNext } from '@/features/credits/model/purchase'
import { usePackages } from '@/features/credits/api/use-packages'
import { CannotBuy } from './cannot-buy'
import { CodeField } from './code-field'
import { CodeNotice } from './code-notice'
import { OnceNotice } from './once-notice'
import { PackageCards } from './package-cards'
import { PremiumBenefits } from './premium-benefits'
import styles from './buy-screen.module.css'
import { useNext } from './use-next'

interface Props {
  user: User | null
  /** Why this member's prices are discounted. */
  reason?: ReactNode
}

/** Credits for members with premium; for all others premium, its benefits before its prices. */
export function BuyScreen({ user, reason }: Props) {
  const { t } = useTranslation('credits')
  const next = useNext()
  const isPremium = user?.paid_user ?? false
  const { code, packages } = usePackages()
  const cannotBuy = packages?.cannot_buy ?? null
  // A notice that comes later, for a code that was typed, would push the prices down.
  const [cameWithCode] = useState(code !== null)
  return (
    <>
      <PageTitle
        className={styles.head}
        title={isPremium ? t('buy_title') : t('premium_title')}
        lead={isPremium && user ? t('balance', { count: user.credits }) : t('premium_lead')}
      />
      {!isPremium && <PremiumBenefits />}
      <section className={styles.packages} aria-labelledby="packages">
        <h2 id="packages" className={styles.hidden}>
          {isPremium ? t('packages_label') : t('packages_title')}
        </h2>
        {cannotBuy && <CannotBuy reason={cannotBuy} />}
        {user && cameWithCode && code !== null && !cannotBuy && <CodeNotice code={code} />}
        <PackageCards canChoose={user !== null && !cannotBuy} next={next} />
        {reason}
        {user && !cannotBuy && <CodeField hasNotice={!cameWithCode} />}
      </section>
      <OnceNotice />
      {user && (
        <p className={styles.links}>
          {isPremium && <Link to={withNext(paths.repeatOrder, next)}>{t('saved_title')}</Link>}
          <Link to={paths.transactions}>{t('see_transactions')}</Link>
          {isPremium && <Link to={paths.withdrawal}>{t('withdraw_link')}</Link>}
        </p>
      )}
    </>
  )
}
