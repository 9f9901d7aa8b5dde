import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, EmptyState } from '../../../ui'
import { useLoosenings } from '../api/use-loosenings'
import type { Filters, Seeker } from '../model/filters'
import styles from './nobody-found.module.css'
import { useFound } from './use-found'

interface Props {
  filters: Filters
  own: Seeker
  onChange: (filters: Filters) => void
}

/** Why it is empty, and which filter is worth loosening. */
export function NobodyFound({ filters, own, onChange }: Props) {
  const { t } = useTranslation('members')
  const found = useFound()
  const ways = useLoosenings(filters, own)
  const words = { region: t('any_region'), age: t('age_any'), gender: t('whom_i_seek'), country: t('all_countries') }
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={t('empty_title')}
      text={ways && (ways.length > 0 ? t('empty_text') : t('empty_later'))}
      action={
        <ul className={styles.ways}>
          {ways?.map((way) => (
            <li key={way.what}>
              <Button kind="secondary" onClick={() => onChange(way.filters)}>
                {t('loosen', { what: words[way.what], found: found(way.count) })}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  )
}
