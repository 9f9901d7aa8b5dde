import { useTranslation } from 'react-i18next'
import type { SearchResults } from '@/api/types'

/** The label of the button that shows results: their number, once it is known. */
export function useShowWords(): (count: SearchResults['count'] | undefined) => string {
  const { t } = useTranslation('members')
  return (count) => {
    if (!count) return t('show')
    if (count.value === 0) return t('show_none')
    return count.exact ? t('show_found', { count: count.value }) : t('show_found_more', { count: count.value })
  }
}
