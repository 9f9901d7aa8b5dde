import { useTranslation } from 'react-i18next'
import type { NewAuthenticator } from '@/api/types'
import { TextInput } from '@/ui'
import { confirmAuthenticator } from '@/features/security/api/second-factor'
import { useAction } from '@/features/security/model/use-action'
import { FormDialog } from './form-dialog'
import styles from './security.module.css'

interface Props {
  fresh: NewAuthenticator
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** The secret as a picture and as text; it counts once the app has shown a right code. */
export function AuthenticatorDialog({ fresh, onClose, onConfirmed }: Props) {
  const { t } = useTranslation('security')
  const { busy, run, problem, general } = useAction()
  const edge = 4
  const confirm = async (form: FormData) => onConfirmed(await confirmAuthenticator(String(form.get('code'))))

  return (
    <FormDialog
      title={t('factor_title')}
      action={t('factor_confirm')}
      busy={busy}
      onClose={onClose}
      onSubmit={(form) => void run(() => confirm(form))}
    >
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
    </FormDialog>
  )
}
