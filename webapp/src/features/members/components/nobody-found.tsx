import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SearchResults } from '@/api/types'
import { Button, EmptyState } from '@/ui'
import { traits } from '@/words/fields'
import { useFieldName } from '@/words/use-field-name'
import { isFiltered, noFilters, oldest, type Filters } from '@/features/members/model/filters'
import { without } from '@/features/members/model/loosen'
import styles from './nobody-found.module.css'
import { useFound } from './use-found'

interface Props {
  filters: Filters
  loosenings: SearchResults['loosenings']
  onChange: (filters: Filters) => void
}

const adult = 18

/** The reason for an empty result, and the filters worth loosening. */
export function NobodyFound({ filters, loosenings, onChange }: Props) {
  const { t } = useTranslation('members')
  const { nameOf } = useFieldName()
  const found = useFound()
  const words: Record<string, string> = {
    region: t('any_region'),
    age: t('age_any'),
    gender: t('whom_i_seek'),
    country: t('all_countries'),
    photo: t('any_photo'),
    interests: t('any_interests'),
    radius: t('any_distance'),
    new: t('any_new'),
    online: t('any_online'),
    verified: t('any_verified'),
    height_cm: t('any_trait', { trait: t('fact_height_cm') }),
    ...Object.fromEntries(traits.map((trait) => [trait, t('any_trait', { trait: nameOf(trait) })])),
  }
  const ways = loosenings.flatMap(({ filter, count }) => {
    const next = filter === 'age' ? { ...filters, minAge: adult, maxAge: oldest } : without(filters, filter)
    return next ? [{ filter, count, next }] : []
  })
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={t('empty_title')}
      text={ways.length > 0 ? t('empty_text') : isFiltered(filters) ? t('empty_several') : t('empty_later')}
      action={
        <ul className={styles.ways}>
          {ways.map(({ filter, count, next }) => (
            <li key={filter}>
              <Button kind="secondary" onClick={() => onChange(next)}>
                {t('loosen', { what: words[filter], found: found(count) })}
              </Button>
            </li>
          ))}
          {ways.length === 0 && isFiltered(filters) && (
            <li>
              <Button kind="secondary" onClick={() => onChange({ ...noFilters, order: filters.order })}>
                {t('clear')}
              </Button>
            </li>
          )}
        </ul>
      }
    />
  )
}
