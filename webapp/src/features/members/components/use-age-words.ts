import { useTranslation } from 'react-i18next'
import type { Filters } from '../model/filters'

export function useAgeWords(): (filters: Filters) => string {
  const { t } = useTranslation('members')
  return ({ minAge, maxAge }) => {
    if (minAge !== null && maxAge !== null) return t('age_between', { from: minAge, to: maxAge })
    if (minAge !== null) return t('age_from', { from: minAge })
    if (maxAge !== null) return t('age_to', { to: maxAge })
    return t('age_any')
  }
}
