import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { OnceNotice } from '@/features/credits/components/once-notice'
import { PackageCards } from '@/features/credits/components/package-cards'
import { PricingList } from '@/features/credits/components/pricing-list'
import { Page, PageTitle } from '@/ui'
import { SignupLink } from '@/app/signup/signup-link'
import styles from './pricing.module.css'

/** The prices before everything else, for visitors too. */
export default function PricingRoute() {
  const { t } = useTranslation(['credits', 'common'])
  const { settings } = useSettings()
  const { user } = useUser()
  return (
    <Page>
      <PageTitle className={styles.head} title={t('credits:pricing_title')} lead={t('credits:pricing_lead')} />
      <section className={styles.packages} aria-labelledby="packages">
        <h2 id="packages" className={styles.hidden}>
          {t('credits:pricing_packages')}
        </h2>
        <PackageCards canChoose={Boolean(user)} />
        {user === null && (
          <p>
            <SignupLink>{t('common:hero_action')}</SignupLink>
          </p>
        )}
      </section>
      {settings && <PricingList settings={settings} />}
      {/* Below all else: it grows when the prices arrive. */}
      <OnceNotice />
    </Page>
  )
}
