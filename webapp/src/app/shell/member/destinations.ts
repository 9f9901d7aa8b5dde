import { Coins, Crown, Heart, MessageCircle, Search, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChats } from '@/api/use-chats'
import { useLikes } from '@/api/use-likes'
import type { User } from '@/api/types'
import { paths } from '@/paths'

interface Destination {
  to: string
  label: string
  short: string
  icon: LucideIcon
  badge?: { count: number; kind: 'unread' | 'warning' | 'danger'; label: string; showZero?: boolean }
}

const lowBalance = 10

/** Where a member can go from every screen; the top bar and the phone's bottom bar show the same. */
export function useDestinations(user: User): Destination[] {
  const { t } = useTranslation()
  const unread = useChats().data?.total_unread_messages ?? 0
  const newLikes = useLikes().data?.total_new_likes ?? 0
  const money: Destination = user.paid_user
    ? { to: paths.credits, label: t('nav_credits'), short: t('nav_credits'), icon: Coins }
    : { to: paths.premium, label: t('nav_premium'), short: t('nav_premium_short'), icon: Crown }
  if (user.paid_user && user.credits <= lowBalance) {
    const kind = user.credits > 0 ? 'warning' : 'danger'
    money.badge = { count: user.credits, kind, label: t('credits_left', { count: user.credits }), showZero: true }
  }
  return [
    { to: paths.members, label: t('nav_search'), short: t('nav_search_short'), icon: Search },
    {
      to: paths.chats,
      label: t('nav_messages'),
      short: t('nav_messages'),
      icon: MessageCircle,
      badge: { count: unread, kind: 'unread', label: t('unread', { count: unread }) },
    },
    {
      to: paths.likes,
      label: t('nav_likes'),
      short: t('nav_likes'),
      icon: Heart,
      badge: { count: newLikes, kind: 'unread', label: t('new_likes', { count: newLikes }) },
    },
    money,
  ]
}
