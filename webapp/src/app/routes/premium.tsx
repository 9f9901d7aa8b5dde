import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { BuyScreen } from '@/features/credits/components/buy-screen'
import { OfferReason } from '@/features/offer/components/offer-reason'
import { Page } from '@/ui'
import { SignupLink } from '@/app/signup/signup-link'

export default function PremiumRoute() {
  const { t } = useTranslation('common')
  const { user } = useUser()
  return (
    <Page>
      <BuyScreen user={user ?? null} reason={user && <OfferReason user={user} />} />
      {user === null && (
        <p>
          <SignupLink>{t('hero_action')}</SignupLink>
        </p>
      )}
    </Page>
  )
}
