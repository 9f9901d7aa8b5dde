import { Crown, Search, UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { usePackages } from '@/features/credits/api/use-packages'
import { everywhere } from '@/features/members/model/filters'
import { paths } from '@/paths'

/** The next steps after the address was confirmed: profile, premium, search and suggestions. */
export function useNextCards() {
  const { t } = useTranslation(['account', 'signup'])
  const { user } = useUser()
  const { packages } = usePackages()
  const percent = Math.max(0, ...(packages?.packages ?? []).map((one) => one.discounted?.percentage ?? 0))
  const size = 24
  return [
    { to: paths.profile, icon: <UserRound size={size} />, title: t('card_profile'), text: t('card_profile_text') },
    ...(user?.paid_user
      ? []
      : [
          {
            to: paths.premium,
            icon: <Crown size={size} />,
            title: t('card_premium'),
            text: t('card_premium_text'),
            badge: percent > 0 ? t('signup:card_discount', { percent }) : null,
          },
        ]),
    {
      to: `${paths.members}?country=${everywhere}`,
      icon: <UsersRound size={size} />,
      title: t('signup:card_everyone'),
      text: t('signup:card_everyone_text'),
    },
    { to: paths.members, icon: <Search size={size} />, title: t('card_members'), text: t('card_members_text') },
  ]
}
