import { useTranslation } from 'react-i18next'
import { agesOf, type Filters, type Seeker } from '@/features/members/model/filters'

export function useAgeWords(): (filters: Filters, own: Seeker) => string {
  const { t } = useTranslation('members')
  return (filters, own) => {
    const [minAge, maxAge] = agesOf(filters, own)
    if (minAge !== null && maxAge !== null) return t('age_between', { from: minAge, to: maxAge })
    if (minAge !== null) return t('age_from', { from: minAge })
    if (maxAge !== null) return t('age_to', { to: maxAge })
    return t('age_any')
  }
}
