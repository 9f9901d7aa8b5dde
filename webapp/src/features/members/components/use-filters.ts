import { createContext, useContext, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { paths } from '@/paths'
import { readFilters, writeFilters, type Filters } from '@/features/members/model/filters'

const adult = 18

/** The query of the list while a profile beside it has the address; null where the list has it. */
export const ListQueryContext = createContext<string | null>(null)

/** The filters live in the address, so that back, reload and a shared link keep them. */
export function useFilters() {
  const { settings } = useSettings()
  const [params] = useSearchParams()
  const query = useContext(ListQueryContext) ?? params.toString()
  const navigate = useNavigate()
  const youngest = settings?.min_age ?? adult
  const hasBadge = settings?.verification ?? true
  const filters = useMemo(
    () => readFilters(new URLSearchParams(query), youngest, hasBadge),
    [query, youngest, hasBadge],
  )
  return {
    filters,
    youngest,
    setFilters: (next: Filters) => void navigate({ pathname: paths.members, search: writeFilters(next).toString() }),
  }
}
