import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { paths } from '@/paths'
import { ErrorState, LinkButton, Notice, Page, PageTitle } from '@/ui'
import { useSearch } from '@/features/members/api/search'
import { queryOf } from '@/features/members/model/filters'
import frame from '@/ui/photos/people-frame.module.css'
import { FilterBar } from './filter-bar'
import { NobodyFound } from './nobody-found'
import { Results, ResultsSkeleton } from './results'
import { SimilarMembers } from './similar-members'
import { useFilters } from './use-filters'
import { useFound } from './use-found'
import { useAreaName } from './use-area-name'

interface Props {
  action: (card: Card) => ReactNode
  /** Stands among the people, after the first rows. */
  between?: ReactNode
}

export function SearchScreen({ action, between }: Props) {
  const { t } = useTranslation('members')
  const { profile: own, error: ownError, retry: retryOwn } = useOwnProfile()
  const { filters, setFilters } = useFilters()
  const found = useFound()
  const search = useSearch(own ? queryOf(filters, own) : null)
  const area = useAreaName(filters, own, search.radiusKm)
  const isEmpty = search.count?.value === 0 && search.members.length === 0
  const error = search.members.length === 0 ? (ownError ?? search.error) : null

  const title = {
    near: [t('people_near'), area.name].filter(Boolean).join(' · '),
    region: t('people_in', { place: area.name }),
    country: t('people_country', { place: area.name }),
    everywhere: t('people_everywhere'),
  }[area.kind]

  return (
    <Page width="wide" className={frame.page}>
      <PageTitle
        className={frame.head}
        title={title}
        lead={<span role="status">{search.count && !isEmpty ? found(search.count) : ' '}</span>}
      />
      {own?.is_paused && (
        <Notice
          actions={
            <LinkButton small kind="secondary" to={paths.setting('privacy')}>
              {t('paused_end')}
            </LinkButton>
          }
        >
          {t('paused')}
        </Notice>
      )}
      <div className={frame.bar}>
        {own && <FilterBar filters={filters} own={own} radiusKm={search.radiusKm} onChange={setFilters} />}
      </div>
      {error ? (
        <ErrorState error={error} onRetry={own ? search.retry : retryOwn} />
      ) : search.isLoading ? (
        <ResultsSkeleton />
      ) : own && isEmpty ? (
        <NobodyFound filters={filters} loosenings={search.loosenings} onChange={setFilters} />
      ) : (
        <Results {...search} order={filters.order} action={action} between={between} />
      )}
      {!search.isLoading && !search.hasMore && <SimilarMembers members={search.similar} action={action} />}
    </Page>
  )
}
