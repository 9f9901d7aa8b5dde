import { useTranslation } from 'react-i18next'
import type { Dimension } from './model/report-filter'
import { useFigures } from './use-figures'

/** The value of a dimension in words: a date, a name, or that there is none. */
export function useKeyWords() {
  const { t } = useTranslation('marketing')
  const { day } = useFigures()
  return (dimension: Dimension, value: string | null): string => {
    if (value === '' || ((dimension === 'version' || dimension === 'arm') && value === '0')) return t('key_none')
    if (value === null || value === '(others)') return t('key_others')
    return dimension === 'day' || dimension === 'week' ? day(value) : value
  }
}
