import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '../../../api/types'
import { useOwnProfile } from '../../../api/use-own-profile'
import { ErrorState, Page, PageTitle } from '../../../ui'
import { useSearch } from '../api/search'
import { queryOf } from '../model/filters'
import { FilterBar } from './filter-bar'
import { NobodyFound } from './nobody-found'
import { Results, ResultsSkeleton } from './results'
import { useFilters } from './use-filters'
import { useFound } from './use-found'
import { usePlaceName } from './use-place-name'

export function SearchScreen({ action }: { action: (card: Card) => ReactNode }) {
  const { t } = useTranslation('members')
  const { profile: own, error: ownError, retry: retryOwn } = useOwnProfile()
  const { filters, setFilters } = useFilters()
  const place = usePlaceName(filters, own?.country)
  const found = useFound()
  const search = useSearch(own ? queryOf(filters, own) : null)
  const isEmpty = search.count?.value === 0 && search.members.length === 0
  const error = search.members.length === 0 ? (ownError ?? search.error) : null

  const title = {
    near: t('people_near'),
    region: t('people_in', { place: place.name }),
    country: t('people_country', { place: place.name }),
    everywhere: t('people_everywhere'),
  }[place.kind]

  return (
    <Page>
      <PageTitle title={title} lead={<span role="status">{search.count && !isEmpty ? found(search.count) : ' '}</span>} />
      {own && <FilterBar filters={filters} own={own} onChange={setFilters} />}
      {error ? (
        <ErrorState error={error} onRetry={own ? search.retry : retryOwn} />
      ) : search.isLoading ? (
        <ResultsSkeleton />
      ) : own && isEmpty ? (
        <NobodyFound filters={filters} own={own} onChange={setFilters} />
      ) : (
        <Results {...search} action={action} />
      )}
    </Page>
  )
}
