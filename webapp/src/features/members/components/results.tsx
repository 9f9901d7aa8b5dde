import { Fragment, type ReactNode, type Ref } from 'react'
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
import { useFoundFacts } from './use-found-facts'

interface Props {
  members: FoundCard[]
  order: Order
  hasMore: boolean
  isLoadingMore: boolean
  error: unknown
  loadMore: () => void
  action: (card: FoundCard) => ReactNode
  /** Stands across the grid, after its first rows. */
  between?: ReactNode
}

/** Whole rows of two and of five. */
const rowsBefore = 10

export function Results({ members, order, hasMore, isLoadingMore, error, loadMore, action, between }: Props) {
  const { t } = useTranslation('members')
  const factsOf = useFoundFacts()
  const tiles = useSettings().settings?.resell_tiles ?? []
  const { sentinel, goOn, isAuto } = useEndless(hasMore && !isLoadingMore && !error, loadMore)
  return (
    <>
      <PhotoGrid label={t('results')}>
        {members.map((card, place) => {
          const ad = adAfter(tiles, place, members.length)
          return (
            <Fragment key={card.id}>
              <li>
                <MemberCard card={card} place={place} facts={factsOf(card, order)} action={action(card)} />
              </li>
              {between && place === rowsBefore - 1 && <li className={styles.between}>{between}</li>}
              {ad && (
                <li>
                  <AdTile tile={ad} />
                </li>
              )}
            </Fragment>
          )
        })}
        {hasMore && !error && (isAuto || isLoadingMore) && (
          <SkeletonCards count={pageSize} from={members.length} sentinel={sentinel} />
        )}
      </PhotoGrid>
      <div className={styles.end}>
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
/** Members of a page of the search: so many places are kept for the next one. */
const pageSize = 24

export function ResultsSkeleton() {
  return (
    <Loading>
      <PhotoGrid>
        <SkeletonCards count={skeletonCount} from={0} />
      </PhotoGrid>
    </Loading>
  )
}

interface SkeletonProps {
  count: number
  /** Place of the first: each is replaced by the member of its place, and none is moved. */
  from: number
  sentinel?: Ref<HTMLLIElement>
}

function SkeletonCards({ count, from, sentinel }: SkeletonProps) {
  return Array.from({ length: count }, (_, index) => (
    <li key={`waiting-${from + index}`} ref={index === 0 ? sentinel : undefined} aria-hidden="true">
      <Skeleton className={styles.card} />
    </li>
  ))
}
