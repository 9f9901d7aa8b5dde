import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import { useSettings } from '@/api/use-settings'
import type { OpenCase } from '@/api/types'
import { Button, useToast } from '@/ui'
import { askVerification } from '@/features/staff/api/desk'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

const reports: ReadonlySet<string | undefined> = new Set(['profile', 'chat', 'other'])

/** Asks the member of a report to verify again: "this is still me". */
export function AskVerification({ found }: { found: OpenCase }) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const showToast = useToast()
  const { settings } = useSettings()
  const actId = useActId()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      await askVerification(actId.of(found.id), found.id)
      actId.done()
      showToast({ text: t('ask_verification_done'), kind: 'success' })
    } catch (failure) {
      showToast({ text: errorText(failure), kind: 'danger' })
    }
    setBusy(false)
  }
  if (!settings?.verification || !found.person || !reports.has(found.complaint?.kind)) return null
  return (
    <section className={styles.person} aria-label={t('ask_verification')}>
      <p className={staffStyles.quiet}>{t('ask_verification_hint')}</p>
      <div>
        <Button kind="secondary" small busy={busy} onClick={() => void ask()}>
          {t('ask_verification')}
        </Button>
      </div>
    </section>
  )
}
