import { useTranslation } from 'react-i18next'
import type { SearchResults } from '@/api/types'

/** How many there are, in words; beyond what is counted, "more than". */
export function useFound(): (count: SearchResults['count']) => string {
  const { t } = useTranslation('members')
  return ({ value, exact }) => (exact ? t('found', { count: value }) : t('found_more', { value }))
}
