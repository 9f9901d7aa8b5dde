import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import type { Spending } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Dialog, DialogActions, Notice, RadioChips } from '@/ui'
import type { useSpending } from '@/features/spending/api/use-spending'
import styles from './spending.module.css'

type Days = '1' | '7' | '30'
const choices: readonly Days[] = ['1', '7', '30']

interface Props {
  spending: Spending
  change: ReturnType<typeof useSpending>['change']
}

/** A break from buying. It is asked for twice, because nobody can end it early. */
export function PauseForm({ spending, change }: Props) {
  const { t } = useTranslation('spending')
  const errorText = useErrorText()
  const { moment } = useDates()
  const [days, setDays] = useState<Days>('7')
  const [asking, setAsking] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })

  const start = async () => {
    setState({ busy: true, error: null })
    try {
      await change({ pause_days: Number(days) as 1 | 7 | 30 })
      setState({ busy: false, error: null })
      setAsking(false)
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <section className={styles.form} aria-labelledby="pause">
      <h2 id="pause">{t('pause_title')}</h2>
      <p>{t('pause_text')}</p>
      {spending.paused_until && (
        <Notice kind="warning" role="status">
          {t('paused', { until: moment(spending.paused_until) })}
        </Notice>
      )}
      <RadioChips
        label={t('pause_for')}
        value={days}
        onChange={setDays}
        options={choices.map((value) => ({ value, label: t(`pause_${value}`) }))}
      />
      <div>
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {t('pause_start')}
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('pause_sure')}>
        <p>
          <strong>{t(`pause_${days}`)}.</strong> {t('pause_text')}
        </p>
        {state.error ? <Notice kind="danger" role="alert" title={errorText(state.error)} /> : null}
        <DialogActions>
          <Button busy={state.busy} onClick={() => void start()}>
            {t('pause_start')}
          </Button>
          <Button kind="quiet" onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
