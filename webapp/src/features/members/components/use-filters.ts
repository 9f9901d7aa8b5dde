import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { readFilters, writeFilters, type Filters } from '@/features/members/model/filters'

const adult = 18

/** The filters live in the address, so that back, reload and a shared link keep them. */
export function useFilters() {
  const { settings } = useSettings()
  const [search, setSearch] = useSearchParams()
  const youngest = settings?.min_age ?? adult
  const filters = useMemo(() => readFilters(search, youngest), [search, youngest])
  return {
    filters,
    youngest,
    setFilters: (next: Filters) => setSearch(writeFilters(next), { preventScrollReset: true }),
  }
}
