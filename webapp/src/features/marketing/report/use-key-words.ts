import { useTranslation } from 'react-i18next'
import { countryName } from '@/i18n/country-name'
import { languageName } from '@/i18n/language-name'
import type { Dimension } from './model/report-filter'
import { useFigures } from './use-figures'

/** The value of a dimension in words: a date, a name, or that there is none. */
export function useKeyWords() {
  const { t, i18n } = useTranslation('marketing')
  const { day } = useFigures()
  return (dimension: Dimension, value: string | null): string => {
    if (value === '' || ((dimension === 'version' || dimension === 'arm') && value === '0')) return t('key_none')
    if (value === null || value === '(others)') return t('key_others')
    switch (dimension) {
      case 'day':
      case 'week':
        return day(value)
      case 'hour':
        return `${value}:00`
      case 'country':
        return /^[A-Z]{2}$/.test(value) ? countryName(value, i18n.language) : value
      case 'language':
        return languageName(value, i18n.language)
      case 'device':
        return t(`device_${value as 'phone' | 'tablet' | 'desktop'}`)
      default:
        return value
    }
  }
}
