import { ImagePlus, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FictionalProfile } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { addPhoto, changeProfile, deleteProfile } from '@/features/writing/api/writing'
import { paths } from '@/paths'
import { Avatar, Button, Dialog, DialogActions, TextArea, useToast } from '@/ui'
import styles from './writing.module.css'

/** A fictional profile of the site: its photos and text can be changed, and it can be deleted. */
export function ProfileRow({ profile, onChanged }: { profile: FictionalProfile; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation(['fictional', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<'text' | 'delete' | null>(null)
  const [about, setAbout] = useState('')
  const { name } = profile

  const act = async (done: () => Promise<unknown>, text: string) => {
    if (busy) return
    setBusy(true)
    try {
      await done()
      setOpen(null)
      showToast({ text, kind: 'success' })
      await onChanged()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
    setBusy(false)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act(() => changeProfile(profile.id, about.trim()), t('fictional:changed'))
  }
  return (
    <li className={styles.row}>
      <Avatar photo={profile.main_image} name={name} size={44} />
      <Link className={styles.words} to={paths.member(profile.id)}>
        {t('common:name_age', { name, age: profile.age })}
      </Link>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          event.target.value = ''
          if (photo) void act(() => addPhoto(profile.id, photo), t('fictional:photo_done'))
        }}
      />
      <div className={styles.actions}>
        <Button
          kind="secondary"
          small
          busy={busy && open === null}
          icon={<ImagePlus size={20} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {t('fictional:photo')}
        </Button>
        <Button
          kind="secondary"
          small
          icon={<Pencil size={20} aria-hidden="true" />}
          onClick={() => {
            setAbout(profile.about)
            setOpen('text')
          }}
        >
          {t('fictional:change')}
        </Button>
        <Button kind="secondary" small icon={<Trash2 size={20} aria-hidden="true" />} onClick={() => setOpen('delete')}>
          {t('fictional:delete')}
        </Button>
      </div>
      <Dialog open={open === 'text'} onClose={() => setOpen(null)} title={name} closable={!busy}>
        <form className={styles.form} onSubmit={save}>
          <TextArea
            label={t('fictional:about')}
            required
            maxLength={1000}
            value={about}
            onChange={(event) => setAbout(event.target.value)}
          />
          <DialogActions>
            <Button type="submit" busy={busy}>
              {t('common:save')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      <Dialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('fictional:delete_title', { name })}
        closable={!busy}
      >
        <p>{t('fictional:delete_hint')}</p>
        <DialogActions>
          <Button
            kind="danger"
            busy={busy}
            onClick={() => void act(() => deleteProfile(profile.id), t('fictional:deleted', { name }))}
          >
            {t('fictional:delete')}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={() => setOpen(null)}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    </li>
  )
}
