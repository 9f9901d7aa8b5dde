import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewAuthenticator } from '../../../api/types'
import { Button, Dialog, DialogActions, TextInput } from '../../../ui'
import { confirmAuthenticator } from '../api/second-factor'
import { useAction } from '../model/use-action'
import styles from './security.module.css'

interface Props {
  fresh: NewAuthenticator
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** The secret as a picture and as text; it counts once the app has shown a right code. */
export function AuthenticatorDialog({ fresh, onClose, onConfirmed }: Props) {
  const { t } = useTranslation(['security', 'common'])
  const { busy, run, problem, general } = useAction()
  const edge = 4

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    void run(async () => onConfirmed(await confirmAuthenticator(code)))
  }

  return (
    <Dialog open closable={!busy} onClose={onClose} title={t('factor_title')}>
      <form className={styles.step} onSubmit={submit} noValidate>
        <p>{t('factor_scan')}</p>
        <svg
          className={styles.qr}
          viewBox={`${-edge} ${-edge} ${fresh.qr.size + 2 * edge} ${fresh.qr.size + 2 * edge}`}
          role="img"
          aria-label={t('factor_qr')}
          shapeRendering="crispEdges"
        >
          <path d={fresh.qr.path} fill="currentColor" />
        </svg>
        <div>
          <p>{t('factor_secret')}</p>
          <p className={styles.secret}>{fresh.secret}</p>
        </div>
        <TextInput
          label={t('factor_code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={problem('code') ?? general('code')}
        />
        <DialogActions>
          <Button type="submit" busy={busy}>
            {t('factor_confirm')}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
