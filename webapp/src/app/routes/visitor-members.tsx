import { useTranslation } from 'react-i18next'
import { VisitorSearch } from '@/features/members/components/visitor-search'
import { useTracking } from '@/tracking/tracking'
import { SignupLink } from '@/app/signup/signup-link'

export default function VisitorMembersRoute() {
  const { t } = useTranslation('common')
  const source = useTracking().source()
  return (
    <VisitorSearch
      source={{ network: source?.network || null, ref: source?.ref || null }}
      signUp={<SignupLink small>{t('nav_signup')}</SignupLink>}
    />
  )
}
