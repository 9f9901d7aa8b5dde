import { useTranslation } from 'react-i18next'
import type { SearchResults } from '@/api/types'

/** The number of results in words; "more than" beyond the counted maximum. */
export function useFound(): (count: SearchResults['count']) => string {
  const { t } = useTranslation('members')
  return ({ value, exact }) => (exact ? t('found', { count: value }) : t('found_more', { count: value }))
}
