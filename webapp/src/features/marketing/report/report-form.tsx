import { useTranslation } from 'react-i18next'
import { Chip, ChipRow, Select, TextInput } from '@/ui'
import {
  comparisons,
  dimensions,
  isRange,
  lastDays,
  ranges,
  withFirst,
  withSecond,
  type Comparison,
  type Dimension,
  type ReportFilter,
} from './model/report-filter'
import styles from './report.module.css'
import { useDimensionName } from './use-dimension-name'

interface Props {
  filter: ReportFilter
  now: number
  onChange: (filter: ReportFilter) => void
}

/** Range, dimensions and the range to compare with. Each change is asked for at once. */
export function ReportForm({ filter, now, onChange }: Props) {
  const { t } = useTranslation('marketing')
  const dimensionName = useDimensionName()
  const [first, second] = filter.by
  const setDay = (name: 'first' | 'last', day: string) => {
    if (day) onChange({ ...filter, [name]: day })
  }
  const setSecond = (name: string) => onChange(withSecond(filter, name ? (name as Dimension) : null))
  return (
    <div className={styles.form}>
      <ChipRow label={t('range')}>
        {ranges.map((days) => (
          <Chip
            key={days}
            pressed={isRange(days, filter, now)}
            onClick={() => onChange({ ...filter, ...lastDays(days, now) })}
          >
            {t(`range_${days}`)}
          </Chip>
        ))}
      </ChipRow>
      <div className={styles.fields}>
        <TextInput
          type="date"
          label={t('range_first')}
          value={filter.first}
          max={filter.last}
          onChange={(event) => setDay('first', event.target.value)}
        />
        <TextInput
          type="date"
          label={t('range_last')}
          value={filter.last}
          min={filter.first}
          onChange={(event) => setDay('last', event.target.value)}
        />
        <Select
          label={t('by')}
          value={first}
          onChange={(event) => onChange(withFirst(filter, event.target.value as Dimension))}
        >
          {dimensions.map((name) => (
            <option key={name} value={name}>
              {dimensionName(name)}
            </option>
          ))}
        </Select>
        <Select label={t('then_by')} value={second ?? ''} onChange={(event) => setSecond(event.target.value)}>
          <option value="">{t('then_by_nothing')}</option>
          {dimensions
            .filter((name) => name !== first)
            .map((name) => (
              <option key={name} value={name}>
                {dimensionName(name)}
              </option>
            ))}
        </Select>
        <Select
          label={t('compare')}
          value={filter.compare ?? ''}
          onChange={(event) => onChange({ ...filter, compare: (event.target.value || null) as Comparison | null })}
        >
          <option value="">{t('compare_nothing')}</option>
          {comparisons.map((name) => (
            <option key={name} value={name}>
              {t(`compare_${name}`)}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}
