import { Download, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Select, TextInput } from '@/ui'
import { fileOf } from '@/features/credits/api/use-transactions'
import {
  choiceOf,
  choose,
  everything,
  isNarrowed,
  shown,
  type Choice,
  type TransactionFilter,
} from '@/features/credits/model/transaction-filter'
import styles from './transactions.module.css'

interface Props {
  filter: TransactionFilter
  onFilter: (filter: TransactionFilter) => void
}

/** Filters the list; the download has the same filters. */
export function TransactionFilters({ filter, onFilter }: Props) {
  const { t } = useTranslation('credits')
  return (
    <div className={styles.filters}>
      <Select
        label={t('filter_kind')}
        value={choiceOf(filter) ?? ''}
        onChange={(event) => onFilter(choose(filter, (event.target.value || null) as Choice | null))}
      >
        <option value="">{t('filter_all')}</option>
        {shown.map((choice) => (
          <option key={choice} value={choice}>
            {t(`kind_${choice}`)}
          </option>
        ))}
      </Select>
      <TextInput
        type="date"
        label={t('filter_since')}
        value={filter.since ?? ''}
        max={filter.until ?? undefined}
        onChange={(event) => onFilter({ ...filter, since: event.target.value || null })}
      />
      <TextInput
        type="date"
        label={t('filter_until')}
        value={filter.until ?? ''}
        min={filter.since ?? undefined}
        onChange={(event) => onFilter({ ...filter, until: event.target.value || null })}
      />
      <div className={styles.actions}>
        <a className={styles.download} href={fileOf(filter)} download="transactions.csv">
          <Download size={20} aria-hidden="true" />
          {t('download')}
        </a>
        {isNarrowed(filter) && (
          <Button kind="quiet" small icon={<X size={18} aria-hidden="true" />} onClick={() => onFilter(everything)}>
            {t('filter_clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
