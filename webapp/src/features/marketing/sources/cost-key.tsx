import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { makeCostKey, revokeCostKey, useCostKey } from '@/features/marketing/api/networks'
import { useFigures } from '@/features/marketing/report/use-figures'
import { Button, useToast } from '@/ui'
import styles from './sources.module.css'

/** The key by which a program enters costs: made, shown once, and revoked. */
export function CostKey() {
  const { t } = useTranslation('marketing')
  const { day } = useFigures()
  const errorText = useErrorText()
  const showToast = useToast()
  const { data } = useCostKey()
  const [key, setKey] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const attempt = async (change: () => Promise<string | undefined>) => {
    if (isBusy) return
    setBusy(true)
    try {
      setKey(await change())
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const revoke = async () => {
    await revokeCostKey()
    return undefined
  }
  const madeAt = data?.made_at
  return (
    <section className={styles.form} aria-labelledby="cost-key-title">
      <h3 id="cost-key-title">{t('cost_key')}</h3>
      <p className={styles.quiet}>
        {t('cost_key_text')} <code>{`POST ${location.origin}/api/costs.php {"key": "…", "csv": "…"}`}</code>
      </p>
      {madeAt && !key && <p className={styles.quiet}>{t('cost_key_since', { day: day(madeAt.slice(0, 10)) })}</p>}
      {key && (
        <p className={styles.quiet} role="status">
          {t('cost_key_once')} <code>{key}</code>
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="secondary" small busy={isBusy} onClick={() => void attempt(makeCostKey)}>
          {t(madeAt ? 'cost_key_new' : 'cost_key_make')}
        </Button>
        {madeAt && (
          <Button kind="quiet" small busy={isBusy} onClick={() => void attempt(revoke)}>
            {t('cost_key_end')}
          </Button>
        )}
      </div>
    </section>
  )
}
