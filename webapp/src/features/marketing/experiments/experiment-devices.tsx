import { useTranslation } from 'react-i18next'
import type { ExperimentOfDesk } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'
import styles from '@/features/marketing/pages/pages.module.css'
import { useKeyWords } from '@/features/marketing/report/use-key-words'

/** Rates of each version by class of device, after the end: figures to look at, no second result. */
export function ExperimentDevices({ experiment }: { experiment: ExperimentOfDesk }) {
  const { t, i18n } = useTranslation('landing')
  const words = useKeyWords()
  const locale = formattingLocale(i18n.language)
  const { arms, devices, goal } = experiment
  const classes = [...new Set(devices.map(({ device }) => device))]
  if (classes.length === 0) return null
  const rate = (device: string, arm: number) => {
    const found = devices.find((each) => each.device === device && each.arm === arm)
    if (!found?.views) return '–'
    const share = (found.reached / found.views).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
    return t('exp_device_rate', {
      share,
      reached: found.reached.toLocaleString(locale),
      views: found.views.toLocaleString(locale),
    })
  }
  return (
    <details>
      <summary>{t('exp_devices', { goal: t(goal === 'net_revenue' ? 'goal_purchase' : `goal_${goal}`) })}</summary>
      <p className={styles.quiet}>{t('exp_devices_text')}</p>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('exp_device')}</th>
              {arms.map(({ id, version }) => (
                <th key={id} scope="col">
                  {t('version', { version })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((device) => (
              <tr key={device}>
                <th scope="row">{words('device', device)}</th>
                {arms.map(({ id }) => (
                  <td key={id}>{rate(device, id)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
