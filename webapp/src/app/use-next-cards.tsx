import { Crown, Search, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/use-user'
import { paths } from './paths'

export function useNextCards() {
  const { t } = useTranslation('account')
  const { user } = useUser()
  return [
    { to: paths.members, icon: <Search size={24} />, title: t('card_members'), text: t('card_members_text') },
    { to: paths.profile, icon: <UserRound size={24} />, title: t('card_profile'), text: t('card_profile_text') },
    ...(user?.paid_user ? [] : [{ to: paths.premium, icon: <Crown size={24} />, title: t('card_premium'), text: t('card_premium_text') }]),
  ]
}
