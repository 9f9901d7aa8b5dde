import { Crown, Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { Card } from '@/api/types'
import { MemberCard } from '@/people/member-card'
import { paths } from '@/paths'
import { EmptyState, ErrorState, LinkButton, Loading, Page, PageTitle, PhotoGrid, Skeleton } from '@/ui'
import { useLooks } from '@/features/looks/api/use-looks'

interface Props {
  action: (card: Card) => ReactNode
}

/** Who opened the member's profile this week: never when, and not before the next day. */
export function LooksScreen({ action }: Props) {
  const { t } = useTranslation(['likes', 'common'])
  return (
    <Page width="wide">
      <PageTitle title={t('likes:looks_title')} lead={t('likes:looks_lead')} />
      <LookedList action={action} />
    </Page>
  )
}

function LookedList({ action }: Props) {
  const { t } = useTranslation(['likes', 'common'])
  const { data: cards, error, mutate } = useLooks()
  if (isApiError(error, 'premium_required'))
    return (
      <EmptyState
        icon={<Crown size={28} />}
        title={t('likes:looks_premium_title')}
        text={t('likes:looks_premium_text')}
        action={<LinkButton to={paths.premium}>{t('likes:looks_premium_action')}</LinkButton>}
      />
    )
  if (error && cards === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (cards === undefined)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  if (cards === null)
    return (
      <EmptyState
        icon={<EyeOff size={28} />}
        title={t('likes:looks_unseen_title')}
        text={t('likes:looks_unseen_text')}
        action={<LinkButton to={paths.setting('privacy')}>{t('likes:looks_unseen_action')}</LinkButton>}
      />
    )
  if (cards.length === 0)
    return (
      <EmptyState
        icon={<Eye size={28} />}
        title={t('likes:looks_empty_title')}
        text={t('likes:looks_empty_text')}
        action={<LinkButton to={paths.members}>{t('common:nav_search')}</LinkButton>}
      />
    )
  return (
    <PhotoGrid label={t('likes:looks_title')}>
      {cards.map((card, place) => (
        <li key={card.id}>
          <MemberCard card={card} place={place} action={action(card)} />
        </li>
      ))}
    </PhotoGrid>
  )
}
