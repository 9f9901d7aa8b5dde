import { Heart, HeartHandshake, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { EmptyState, LinkButton } from '@/ui'
import type { LikesType } from '@/features/likes/model/lists'

const icons = { received: Heart, sent: Send, matches: HeartHandshake }

export function NoLikes({ type }: { type: LikesType }) {
  const { t } = useTranslation(['likes', 'common'])
  const Icon = icons[type]
  return (
    <EmptyState
      icon={<Icon size={28} />}
      title={t(`likes:empty_${type}_title`)}
      text={t(`likes:empty_${type}_text`)}
      action={<LinkButton to={paths.members}>{t('common:nav_search')}</LinkButton>}
    />
  )
}
