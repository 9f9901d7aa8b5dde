import { useTranslation } from 'react-i18next'
import { VisitorSearch } from '@/features/members/components/visitor-search'
import { readSource } from '@/tracking/tracking'
import { SignupLink } from '@/app/signup/signup-link'

export default function VisitorMembersRoute() {
  const { t } = useTranslation('common')
  const source = readSource()
  return (
    <VisitorSearch
      source={{ network: source?.network || null, ref: source?.ref || null }}
      signUp={<SignupLink small>{t('nav_signup')}</SignupLink>}
    />
  )
}
