import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { canUsePasskeys } from '@/passkeys/credentials'
import { Button, ErrorState, Loading, Notice, useToast, Skeleton, TextInput, classes } from '@/ui'
import { addPasskey, removePasskey, usePasskeys } from '@/features/security/api/passkeys'
import { useAction } from '@/api/use-action'
import { useProof } from '@/features/security/model/use-proof'
import { PasswordDialog } from './password-dialog'
import { ProofDialog } from './proof-dialog'
import { RenamePasskeyDialog } from './rename-passkey-dialog'
import rows from '@/ui/rows.module.css'
import styles from './security.module.css'

export function PasskeyList() {
  const showToast = useToast()
  const { t } = useTranslation('security')
  const { data, error, mutate } = usePasskeys()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const { withProof, waiting } = useProof()

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
      <h2>{t('passkeys_title')}</h2>
      <p className={styles.lead}>{t('passkeys_text')}</p>
      {data.passkeys.length > 0 && (
        <ul className={rows.rows}>
          {data.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRename={() => setRenaming(passkey)} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button onClick={() => setAdding(true)}>{t('passkey_add')}</Button>
      ) : (
        <Notice>{t('passkeys_unsupported')}</Notice>
      )}

      {adding && (
        <PasswordDialog
          title={t('passkey_add')}
          action={t('continue')}
          onClose={() => setAdding(false)}
          onPassword={async (password, form) => {
            const name = String(form.get('name')).trim() || t('passkey_name_default')
            const added = await withProof(() => addPasskey(password, name))
            setAdding(false)
            showToast(added ? { text: t('passkey_added'), kind: 'success' } : { text: t('passkey_not_added') })
          }}
        >
          <TextInput
            label={t('passkey_name')}
            name="name"
            defaultValue={t('passkey_name_default')}
            maxLength={60}
            autoComplete="off"
          />
        </PasswordDialog>
      )}
      {waiting && <ProofDialog {...waiting} />}
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />}
    </section>
  )
}

function Row({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const showToast = useToast()
  const { t } = useTranslation('security')
  const { calendarDay: date } = useDates()
  const errorText = useErrorText()
  const { busy, run } = useAction()
  const { withProof, waiting } = useProof()
  const facts = [
    passkey.since && t('passkey_since', { date: date(passkey.since) }),
    passkey.used_on && t('used_earlier', { date: date(passkey.used_on) }),
  ].filter(Boolean)

  const remove = async () => {
    try {
      await withProof(() => removePasskey(passkey.id))
      showToast({ text: t('passkey_removed', { name: passkey.name }), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  return (
    <li className={classes(rows.row, styles.wraps)}>
      <span className={rows.icon} aria-hidden="true">
        <KeyRound size={22} />
      </span>
      <span className={rows.words}>
        <strong>{passkey.name}</strong>
        <span>{facts.join(' · ')}</span>
      </span>
      <span className={styles.actions}>
        <Button
          kind="secondary"
          small
          aria-label={t('passkey_rename_named', { name: passkey.name })}
          onClick={onRename}
        >
          {t('passkey_rename')}
        </Button>
        <Button
          kind="danger"
          small
          busy={busy}
          aria-label={t('passkey_remove_named', { name: passkey.name })}
          onClick={() => void run(remove)}
        >
          {t('passkey_remove')}
        </Button>
      </span>
      {waiting && <ProofDialog {...waiting} />}
    </li>
  )
}
