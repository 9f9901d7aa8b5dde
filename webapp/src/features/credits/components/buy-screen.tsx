import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { User } from '@/api/types'
import { PageTitle } from '@/ui'
import { withNext } from '@/features/credits/model/purchase'
import { CodeField } from './code-field'
import { OnceNotice } from './once-notice'
import { PackageCards } from './package-cards'
import { PremiumHero } from './premium-hero'
import styles from './buy-screen.module.css'
import { useNext } from './use-next'

/** Credits for those who know them, premium for those who do not have it yet. */
export function BuyScreen({ user }: { user: User | null }) {
  const { t } = useTranslation('credits')
  const next = useNext()
  const isPremium = user?.paid_user ?? false
  return (
    <>
      {isPremium && user ? (
        <PageTitle title={t('buy_title')} lead={t('balance', { count: user.credits })} />
      ) : (
        <PremiumHero />
      )}
      <section className={styles.packages} aria-labelledby="packages">
        <h2 id="packages" className={isPremium ? styles.hidden : undefined}>
          {isPremium ? t('packages_label') : t('packages_title')}
        </h2>
        {user && <CodeField />}
        <PackageCards canChoose={user !== null} next={next} />
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
