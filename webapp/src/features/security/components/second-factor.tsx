import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewAuthenticator } from '@/api/types'
import { Button, ErrorState, Loading, useToast, Skeleton } from '@/ui'
import {
  beginAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  useSecondFactor,
} from '@/features/security/api/second-factor'
import { useProof } from '@/features/security/model/use-proof'
import { AuthenticatorDialog } from './authenticator-dialog'
import { PasswordDialog } from './password-dialog'
import { ProofDialog } from './proof-dialog'
import { RecoveryDialog } from './recovery-dialog'
import styles from './security.module.css'

type Asking = 'set_up' | 'renew' | 'remove'

export function SecondFactor() {
  const showToast = useToast()
  const { t } = useTranslation('security')
  const { data, error, mutate } = useSecondFactor()
  const [asking, setAsking] = useState<Asking | null>(null)
  const [fresh, setFresh] = useState<NewAuthenticator | null>(null)
  const [recovery, setRecovery] = useState<string[] | null>(null)
  const { withProof, waiting } = useProof()
  const close = () => setAsking(null)

  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <Loading>
        <Skeleton height="140px" />
      </Loading>
    )
  }
  return (
    <section className={styles.section}>
      <h2>
        {t('factor_title')}
        {data.on && <span className={styles.on}>{t('factor_on')}</span>}
      </h2>
      <p className={styles.lead}>
        {data.on ? t('recovery_left', { count: data.recovery_codes_left }) : t('factor_text')}
      </p>
      {data.on ? (
        <div className={styles.actions}>
          <Button kind="secondary" onClick={() => setAsking('renew')}>
            {t('recovery_renew')}
          </Button>
          <Button kind="danger" onClick={() => setAsking('remove')}>
            {t('factor_remove')}
          </Button>
        </div>
      ) : (
        <Button onClick={() => setAsking('set_up')}>{t('factor_set_up')}</Button>
      )}

      {asking === 'set_up' && (
        <PasswordDialog
          title={t('factor_title')}
          action={t('continue')}
          onClose={close}
          onPassword={async (password) => {
            setFresh(await withProof(() => beginAuthenticator(password)))
            close()
          }}
        />
      )}
      {asking === 'renew' && (
        <PasswordDialog
          title={t('recovery_renew')}
          action={t('continue')}
          onClose={close}
          onPassword={async (password) => {
            setRecovery(await withProof(() => renewRecoveryCodes(password)))
            close()
          }}
        />
      )}
      {asking === 'remove' && (
        <PasswordDialog
          title={t('factor_remove')}
          action={t('factor_remove')}
          danger
          onClose={close}
          onPassword={async (password) => {
            await withProof(() => removeAuthenticator(password))
            close()
            showToast({ text: t('factor_removed'), kind: 'success' })
          }}
        >
          <p>{t('factor_remove_text')}</p>
        </PasswordDialog>
      )}
      {fresh && (
        <AuthenticatorDialog
          fresh={fresh}
          onClose={() => setFresh(null)}
          onConfirmed={(codes) => {
            setFresh(null)
            setRecovery(codes)
          }}
        />
      )}
      {waiting && <ProofDialog {...waiting} />}
      {recovery && <RecoveryDialog codes={recovery} onClose={() => setRecovery(null)} />}
    </section>
  )
}
