import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundCard } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { MemberCard } from '@/people/member-card'
import { Button, ErrorState, Loading, PhotoGrid, Skeleton } from '@/ui'
import { adAfter } from '@/features/members/model/ad-positions'
import type { Order } from '@/features/members/model/filters'
import { AdTile } from './ad-tile'
import styles from './results.module.css'
import { useEndless } from './use-endless'
import { useFoundLine } from './use-found-line'

interface Props {
  members: FoundCard[]
  order: Order
  hasMore: boolean
  isLoadingMore: boolean
  error: unknown
  loadMore: () => void
  action: (card: FoundCard) => ReactNode
}

export function Results({ members, order, hasMore, isLoadingMore, error, loadMore, action }: Props) {
  const { t } = useTranslation('members')
  const lineOf = useFoundLine()
  const tiles = useSettings().settings?.resell_tiles ?? []
  const { sentinel, goOn } = useEndless(hasMore && !isLoadingMore && !error, loadMore)
  return (
    <>
      <PhotoGrid label={t('results')}>
        {members.map((card, place) => {
          const ad = adAfter(tiles, place, members.length)
          return (
            <Fragment key={card.id}>
              <li>
                <MemberCard card={card} place={place} line={lineOf(card, order)} action={action(card)} />
              </li>
              {ad && (
                <li>
                  <AdTile tile={ad} />
                </li>
              )}
            </Fragment>
          )
        })}
        {isLoadingMore && <SkeletonCards count={5} />}
      </PhotoGrid>
      <div ref={sentinel} className={styles.end}>
        {error && !isLoadingMore ? (
          <ErrorState error={error} onRetry={loadMore} />
        ) : hasMore ? (
          <Button kind="secondary" busy={isLoadingMore} onClick={goOn}>
            {t('more')}
          </Button>
        ) : (
          <p>{t('end')}</p>
        )}
      </div>
    </>
  )
}

const skeletonCount = 10

export function ResultsSkeleton() {
  return (
    <Loading>
      <PhotoGrid>
        <SkeletonCards count={skeletonCount} />
      </PhotoGrid>
    </Loading>
  )
}

function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <li key={`waiting-${place}`} aria-hidden="true">
      <Skeleton className={styles.card} />
    </li>
  ))
}
