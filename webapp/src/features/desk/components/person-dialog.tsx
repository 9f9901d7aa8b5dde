import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { GivenRole, StaffPerson } from '@/api/types'
import { useAction } from '@/api/use-action'
import { invite, setRoles } from '@/features/desk/api/people'
import { Button, Dialog, DialogActions, Notice, TextInput } from '@/ui'
import styles from './desk.module.css'
import { RoleRows } from './role-rows'

interface Props {
  /** Whose roles are changed; somebody new is invited without. */
  person?: StaffPerson
  sites: readonly string[]
  onClose: () => void
  onDone: (email: string) => void
}

/** Invites somebody, or changes the roles of a person. */
export function PersonDialog({ person, sites, onClose, onDone }: Props) {
  const { t } = useTranslation(['desk', 'common'])
  const { busy, run, problem, general } = useAction()
  const [roles, setGiven] = useState<GivenRole[]>(person?.roles ?? [{ role: 'moderator', site: '*' }])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = person?.email ?? String(form.get('email')).trim()
    const send = () =>
      person ? setRoles(person.id, roles) : invite({ email, name: String(form.get('name')).trim(), roles })
    if (await run(send)) onDone(email)
  }

  const failure = general('email', 'name')
  return (
    <Dialog
      open
      closable={!busy}
      onClose={onClose}
      title={person ? t('change_title', { name: person.name }) : t('invite')}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Notice kind="danger" role="alert">
            {failure}
          </Notice>
        )}
        {!person && (
          <>
            <TextInput label={t('name')} name="name" autoComplete="off" required error={problem('name')} />
            <TextInput
              label={t('email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              required
              error={problem('email')}
            />
          </>
        )}
        <RoleRows roles={roles} sites={sites} onChange={setGiven} />
        <p className={styles.quiet}>{t(person ? 'change_hint' : 'owners_hint')}</p>
        <DialogActions>
          <Button type="submit" busy={busy}>
            {t(person ? 'change_action' : 'invite_action')}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
