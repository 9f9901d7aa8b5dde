import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import { Button, Dialog, DialogActions } from '@/ui'
import { dismiss, isInstalled, warnsAtEntry, wasDismissed } from '@/features/entry/model/entry-warning'
import { useFictionalLabel } from '@/people/fictional-label'
import styles from './entry-warning.module.css'

/** Shown once, before anything else; both answers are plain. */
export function EntryWarning({
  settings,
  loggedIn,
  countries,
}: {
  settings: Settings
  loggedIn: boolean
  countries: string[]
}) {
  const { t } = useTranslation()
  const label = useFictionalLabel()
  const [answered, setAnswered] = useState(wasDismissed)
  const open = warnsAtEntry({
    enabled: settings.enable_site_entry_popup,
    loggedIn,
    installed: isInstalled(),
    dismissed: answered,
    country: settings.geoip_country,
    allowed: countries,
  })
  const facts = { name: settings.name, min_age: settings.min_age }
  return (
    <Dialog open={open} onClose={() => undefined} closable={false} title={t('entry_title')}>
      <div className={styles.words}>
        <p>{t('entry_text', facts)}</p>
        {settings.fictional_warning && <p>{t('entry_fictional', { label })}</p>}
      </div>
      <DialogActions>
        <Button
          onClick={() => {
            dismiss()
            setAnswered(true)
          }}
        >
          {t('entry_yes', facts)}
        </Button>
        <Button kind="secondary" onClick={() => window.location.replace('about:blank')}>
          {t('entry_no')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
