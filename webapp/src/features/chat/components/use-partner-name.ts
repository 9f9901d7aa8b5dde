import { useTranslation } from 'react-i18next'
import type { Chat } from '@/api/types'

/** The partner's name, or its substitute for an erased member. */
export function usePartnerName(): (chat: Pick<Chat, 'profile' | 'partner'>) => string {
  const { t } = useTranslation('chat')
  return ({ profile, partner }) =>
    profile?.name ?? t(partner === 'disabled' || partner === 'fraud' ? 'member_disabled' : 'member_deleted')
}
