import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { OnceNotice } from '@/features/credits/components/once-notice'
import { PackageCards } from '@/features/credits/components/package-cards'
import { PricingList } from '@/features/credits/components/pricing-list'
import { Page, PageTitle } from '@/ui'
import { SignupLink } from '@/app/signup/signup-link'

export default function PricingRoute() {
  const { t } = useTranslation(['credits', 'common'])
  const { settings } = useSettings()
  const { user } = useUser()
  return (
    <Page>
      <PageTitle title={t('credits:pricing_title')} lead={t('credits:pricing_lead')} />
      {settings && <PricingList settings={settings} />}
      <h2>{t('credits:pricing_packages')}</h2>
      <PackageCards canChoose={Boolean(user)} />
      <OnceNotice />
      {user === null && (
        <p>
          <SignupLink>{t('common:hero_action')}</SignupLink>
        </p>
      )}
    </Page>
  )
}
