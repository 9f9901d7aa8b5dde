import { Pencil } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import type { ProfileChanges } from '@/api/types'
import { changeProfile, type ContactDetails } from '@/features/profile/api/own-profile'
import styles from './profile.module.css'

interface Props {
  /** Where a hint leads to. */
  id: string
  title: string
  /** The audience of the section. */
  note?: string | undefined
  shown: ReactNode
  /** The controls while editing. */
  form: ReactNode
  /** The request, or null while it is not complete. */
  changes: () => ProfileChanges | null
  onCancel: () => void
  /** The request; returns the contact details in a text that changed. */
  save?: (changes: ProfileChanges) => Promise<ContactDetails | void>
}

/** A part of the profile that is read, edited and saved by itself. */
export function ProfileSection({ id, title, note, shown, form, changes, onCancel, save = changeProfile }: Props) {
  const { t } = useTranslation(['common', 'account'])
  const errorText = useErrorText()
  const [editing, setEditing] = useState(false)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [error, setError] = useState<unknown>(null)
  // Contact details in the text saved last; where the site shows it all the same, nothing else says so.
  const [found, setFound] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = changes()
    if (state === 'saving' || !wanted) return
    setState('saving')
    setError(null)
    try {
      setFound(((await save(wanted)) ?? []).length > 0)
      setEditing(false)
      setState('saved')
    } catch (failure) {
      setError(failure)
      setState('idle')
    }
  }

  const edit = (on: boolean) => {
    setEditing(on)
    setState('idle')
    setError(null)
    if (!on) onCancel()
  }

  return (
    <section id={id} className={styles.section} aria-label={title}>
      <header className={styles.header}>
        <h2>{title}</h2>
        <span role="status" className={styles.saved}>
          {state === 'saved' && t('saved')}
        </span>
        {!editing && (
          <Button
            kind="quiet"
            small
            icon={<Pencil size={18} aria-hidden="true" />}
            aria-label={`${t('edit')}: ${title}`}
            onClick={() => edit(true)}
          >
            {t('edit')}
          </Button>
        )}
      </header>
      {note && <p className={styles.note}>{note}</p>}
      {!editing && shown}
      {!editing && found && <Notice>{t('account:profile_about_found')}</Notice>}
      {editing && (
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          {form}
          {error !== null && (
            <Notice kind="danger" role="alert">
              {errorText(error)}
            </Notice>
          )}
          <div className={styles.buttons}>
            <Button type="submit" busy={state === 'saving'}>
              {t('save')}
            </Button>
            <Button kind="secondary" onClick={() => edit(false)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}
