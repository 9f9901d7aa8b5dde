import { useTranslation } from 'react-i18next'
import { Button, CheckChips, RadioChips, Select, TextInput } from '@/ui'
import type { CampaignPlan } from '@/features/marketing/api/campaigns'
import {
  daysOf,
  emptySeries,
  lastDay,
  mostMessages,
  starts,
  stops,
  withDay,
  withMessage,
  withoutMessage,
} from './model'
import styles from './campaigns.module.css'

interface Props {
  plan: CampaignPlan
  /** The number of the email that is written now. */
  at: number
  onChange: (plan: CampaignPlan) => void
  onShow: (at: number) => void
}

/** One email or a series; of a series, when it begins and ends, and which of its emails is written. */
export function SeriesFields({ plan, at, onChange, onShow }: Props) {
  const { t } = useTranslation('marketing')
  const { series } = plan
  const choose = (isSeries: boolean) => {
    onShow(0)
    onChange({ ...plan, series: isSeries ? emptySeries : null })
  }
  const forms = (
    <Select
      label={t('campaign_form')}
      value={series ? 'series' : 'once'}
      onChange={(event) => choose(event.target.value === 'series')}
    >
      <option value="once">{t('campaign_once')}</option>
      <option value="series">{t('series')}</option>
    </Select>
  )
  if (!series) return <div className={styles.pair}>{forms}</div>
  const days = daysOf(series)
  const add = () => {
    onChange(withMessage(plan))
    onShow(days.length)
  }
  const remove = () => {
    onChange(withoutMessage(plan, at))
    onShow(Math.max(at - 1, 0))
  }
  const set = (changed: Partial<typeof series>) => onChange({ ...plan, series: { ...series, ...changed } })
  return (
    <>
      <div className={styles.pair}>{forms}</div>
      <Select
        label={t('series_starts')}
        value={series.starts}
        onChange={(event) => set({ starts: event.target.value as typeof series.starts })}
      >
        {starts.map((each) => (
          <option key={each} value={each}>
            {t(`series_starts_${each}`)}
          </option>
        ))}
      </Select>
      <p className={styles.quiet}>{t('series_text')}</p>
      <CheckChips
        label={t('series_stops')}
        hint={t('series_always')}
        options={stops.map((each) => ({ value: each, label: t(`series_stop_${each}`) }))}
        values={series.stops}
        onChange={(chosen) => set({ stops: chosen })}
      />
      <RadioChips
        label={t('series_emails')}
        options={days.map((day, index) => ({
          value: String(index),
          label: t('series_on_day', { day: Number.isNaN(day) ? '–' : day }),
        }))}
        value={String(at)}
        onChange={(chosen) => onShow(Number(chosen))}
      />
      <div className={styles.row}>
        {days.length < mostMessages && (
          <Button kind="secondary" small onClick={add}>
            {t('series_add')}
          </Button>
        )}
        {days.length > 1 && (
          <Button kind="quiet" small onClick={remove}>
            {t('series_remove', { day: days[at] })}
          </Button>
        )}
      </div>
      <div className={styles.pair}>
        <TextInput
          key={at}
          label={t('series_day')}
          type="number"
          inputMode="numeric"
          min={0}
          max={lastDay}
          value={Number.isNaN(days[at]) ? '' : days[at]}
          onChange={(event) => set(withDay(series, at, event.target.valueAsNumber))}
        />
      </div>
    </>
  )
}
