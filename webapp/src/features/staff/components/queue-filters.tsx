import { useTranslation } from 'react-i18next'
import type { DeskQueue } from '@/api/types'
import { languageName } from '@/i18n/language-name'
import { useSettings } from '@/api/use-settings'
import { locales } from '@/i18n/locales'
import { Chip, ChipRow, Select } from '@/ui'
import type { QueueFilter } from '@/features/staff/api/queue'
import { kindKey } from '@/features/staff/model/kinds'
import styles from './queue.module.css'

interface Props {
  queue: DeskQueue
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

/** Which cases are listed. Choosing the same again lists all. */
export function QueueFilters({ queue, filter, onChange }: Props) {
  const { t, i18n } = useTranslation('staff')
  const { kind, ...others } = filter
  const { settings } = useSettings()
  const languages = [...new Set([...locales, ...(settings?.locales ?? [])])]
  const labels = new Set([...queue.cases.flatMap((one) => one.labels ?? []), ...(filter.label ? [filter.label] : [])])
  const change = (name: 'language' | 'site' | 'label' | 'assigned', value: string) => {
    const { [name]: _, ...kept } = filter
    onChange(value ? { ...kept, [name]: value } : kept)
  }
  const all = queue.kinds.reduce((sum, { waiting }) => sum + waiting, 0)
  return (
    <div className={styles.filters}>
      <ChipRow label={t('filter_kind')}>
        <Chip pressed={!kind} onClick={() => onChange(others)}>
          {t('kind_all')} <span className={styles.count}>{all}</span>
        </Chip>
        {queue.kinds.map((one) => (
          <Chip
            key={one.kind}
            pressed={kind === one.kind}
            onClick={() => onChange(kind === one.kind ? others : { ...others, kind: one.kind })}
          >
            {t(kindKey(one.kind))} <span className={styles.count}>{one.waiting}</span>
          </Chip>
        ))}
      </ChipRow>
      <div className={styles.selects}>
        <Select
          label={t('filter_language')}
          value={filter.language ?? ''}
          onChange={(event) => change('language', event.target.value)}
        >
          <option value="">{t('any_language')}</option>
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code, i18n.language)}
            </option>
          ))}
        </Select>
        <Select
          label={t('filter_assigned')}
          value={filter.assigned ?? ''}
          onChange={(event) => change('assigned', event.target.value)}
        >
          <option value="">{t('assigned_open')}</option>
          <option value="mine">{`${t('assigned_mine')} (${queue.assigned_to_me ?? 0})`}</option>
          <option value="anyone">{t('assigned_anyone')}</option>
        </Select>
        {labels.size > 0 && (
          <Select
            label={t('filter_label')}
            value={filter.label ?? ''}
            onChange={(event) => change('label', event.target.value)}
          >
            <option value="">{t('any_label')}</option>
            {[...labels].toSorted().map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </Select>
        )}
        {queue.sites.length > 1 && (
          <Select
            label={t('filter_site')}
            value={filter.site ?? ''}
            onChange={(event) => change('site', event.target.value)}
          >
            <option value="">{t('any_site')}</option>
            {queue.sites.map((site) => (
              <option key={site} value={site}>
                {site}
              </option>
            ))}
          </Select>
        )}
      </div>
    </div>
  )
}
