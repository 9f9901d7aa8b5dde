import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../app/paths'
import type { Card } from '../../../api/types'
import { useLikes } from '../../../api/use-likes'
import { MemberCard } from '../../../people/member-card'
import { ErrorState, Loading, Mark, Page, PageTitle, PhotoGrid, Skeleton, Tabs } from '../../../ui'
import { likesTypes, listOf, type LikesType } from '../model/lists'
import styles from './likes-screen.module.css'
import { NoLikes } from './no-likes'

export function LikesScreen({ type, action }: { type: LikesType; action: (card: Card) => ReactNode }) {
  const { t } = useTranslation(['likes', 'common'])
  const { data: likes, error, mutate } = useLikes()
  const tabs = likesTypes.map((tab) => ({
    to: paths.likesOf(tab),
    label: t(`likes:tab_${tab}`),
    ...(likes && { count: listOf(likes, tab).length }),
    ...(likes && tab === 'received' && { fresh: { count: likes.total_new_likes, label: t('common:new_likes', { count: likes.total_new_likes }) } }),
  }))

  return (
    <Page>
      <PageTitle title={t('likes:title')} />
      <Tabs label={t('likes:title')} tabs={tabs} />
      {likes ? (
        <LikesList cards={listOf(likes, type)} type={type} action={action} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading>
          <PhotoGrid>
            {Array.from({ length: 5 }, (_, place) => (
              <li key={`waiting-${place}`}>
                <Skeleton className={styles.card} />
              </li>
            ))}
          </PhotoGrid>
        </Loading>
      )}
    </Page>
  )
}

interface ListProps {
  cards: ReturnType<typeof listOf>
  type: LikesType
  action: (card: Card) => ReactNode
}

function LikesList({ cards, type, action }: ListProps) {
  const { t } = useTranslation(['likes', 'common'])
  if (cards.length === 0) return <NoLikes type={type} />
  return (
    <PhotoGrid label={t(`likes:tab_${type}`)}>
      {cards.map((card, place) => (
        <li key={card.id}>
          <MemberCard
            // "New" says here that the like is new; how new the member is would only confuse.
            card={{ ...card, is_new: false }}
            place={place}
            mark={card.like_new && <Mark kind="new">{t('common:badge_new')}</Mark>}
            action={action(card)}
          />
        </li>
      ))}
    </PhotoGrid>
  )
}
