import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Card, Likes } from '@/api/types'
import { useLikes } from '@/api/use-likes'
import { MemberCard } from '@/people/member-card'
import { Button, classes, ErrorState, Loading, Mark, Page, PageTitle, PhotoGrid, Skeleton, Tabs } from '@/ui'
import { useMoreLikes } from '@/features/likes/api/use-more-likes'
import { countOf, isOfPart, joined, likesTypes, newOf, listOf, type LikesType } from '@/features/likes/model/lists'
import frame from '@/ui/photos/people-frame.module.css'
import styles from './likes-screen.module.css'
import { LikedParts } from './liked-parts'
import { NoLikes } from './no-likes'
import { BlurredLikes } from './blurred-likes'

interface ScreenProps {
  type: LikesType
  action: (card: Card) => ReactNode
  /** Blocking and reporting, for likes for one thing. */
  menu: (card: Card) => ReactNode
  /** The ways to the swipe game and the match finder. */
  ways?: ReactNode
}

export function LikesScreen({ type, action, menu, ways }: ScreenProps) {
  const { t } = useTranslation(['likes', 'common'])
  const { data: likes, error, mutate } = useLikes()
  const freshOf = (count: number) => ({ count, label: t('common:new_likes', { count }) })
  const tabs = likesTypes.map((tab) => ({
    to: paths.likesOf(tab),
    label: t(`likes:tab_${tab}`),
    ...(likes && { count: countOf(likes, tab), fresh: freshOf(newOf(likes, tab)) }),
  }))

  return (
    <Page width="wide" className={classes(frame.page, styles.screen)}>
      <div className={styles.rail}>
        <div className={styles.head}>
          <PageTitle className={frame.head} title={t('likes:title')} />
          {ways}
        </div>
        <div className={frame.bar}>
          <Tabs label={t('likes:title')} tabs={tabs} />
        </div>
      </div>
      <div className={styles.list}>
        {likes ? (
          <LikesList key={type} likes={likes} type={type} action={action} menu={menu} />
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
      </div>
    </Page>
  )
}

interface ListProps {
  likes: Likes
  type: LikesType
  action: (card: Card) => ReactNode
  menu: (card: Card) => ReactNode
}

function LikesList({ likes, type, action, menu }: ListProps) {
  const { t } = useTranslation(['likes', 'common'])
  const { pages, error, hasMore, isLoading, loadMore } = useMoreLikes(type, likes.cursors[type])
  const cards = joined(type, listOf(likes, type), ...pages)
  const veiled = type === 'received' ? likes.veiled : null
  const parts = type === 'received' ? cards.filter(isOfPart) : []
  const others = cards.filter((card) => !parts.some(({ id }) => id === card.id))
  if (cards.length === 0 && !veiled?.count && !hasMore) return <NoLikes type={type} />
  return (
    <>
      {veiled && veiled.count > 0 && <BlurredLikes {...veiled} />}
      {parts.length > 0 && <LikedParts likes={parts} label={t('likes:parts')} menu={menu} />}
      {others.length > 0 && (
        <PhotoGrid label={t(`likes:tab_${type}`)}>
          {others.map((card, place) => (
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
      )}
      {error ? (
        <ErrorState error={error} onRetry={loadMore} />
      ) : (
        hasMore && (
          <Button className={styles.more} kind="secondary" busy={isLoading} onClick={loadMore}>
            {t('likes:more')}
          </Button>
        )
      )}
    </>
  )
}
