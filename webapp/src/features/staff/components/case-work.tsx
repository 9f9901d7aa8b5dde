import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { OpenCase } from '@/api/types'
import { Button, Notice, Select, TextArea, TextInput, useToast } from '@/ui'
import { useColleagues, workOnCase } from '@/features/staff/api/queue'
import { useKeys } from '@/features/staff/model/keys'
import { CaseNotes } from './case-notes'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

/** In the address of a profile, or alone. */
const memberId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

interface Props {
  found: OpenCase
  onAgain: () => unknown
  onHandedOver: () => unknown
}

/** Notes on the case and its member, and the form (N) that assigns it, labels it and adds a note. */
export function CaseWork({ found, onAgain, onHandedOver }: Props) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const showToast = useToast()
  const [isOpen, setOpen] = useState(false)
  const colleagues = useColleagues(isOpen).data?.colleagues ?? []
  const [assignee, setAssignee] = useState(found.assignee?.id ?? '')
  const [labels, setLabels] = useState((found.labels ?? []).join(', '))
  const [note, setNote] = useState('')
  const [about, setAbout] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  useKeys((key) => {
    if (key !== 'n') return false
    setOpen(true)
    requestAnimationFrame(() => words.current?.focus())
    return true
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const { open } = await workOnCase(found.id, {
        assignee_id: assignee || null,
        labels: labels
          .split(',')
          .map((label) => label.trim())
          .filter(Boolean),
        ...(note.trim() && { note: note.trim() }),
        ...(about.trim() && { about_id: about.match(memberId)?.[0] ?? about.trim() }),
      })
      const name = colleagues.find(({ id }) => id === assignee)?.name
      showToast({ text: name ? t('assigned_to', { name }) : t('done'), kind: 'success' })
      setNote('')
      setAbout('')
      setOpen(false)
      await (open ? onAgain() : onHandedOver())
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  // The colleague of an earlier assignment may not have used the desk lately.
  const listed = colleagues.some(({ id }) => id === found.assignee?.id) || !found.assignee ? [] : [found.assignee]
  return (
    <section className={styles.person} aria-label={t('notes')}>
      <CaseNotes notes={found.notes ?? []} />
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary aria-keyshortcuts="N">
          {[t('work'), found.assignee && t('assigned_to', { name: found.assignee.name })].filter(Boolean).join(' · ')}
        </summary>
        <form className={staffStyles.statement} onSubmit={(event) => void submit(event)}>
          {error !== null && (
            <Notice kind="danger" role="alert">
              {errorText(error)}
            </Notice>
          )}
          <TextArea
            label={t('note')}
            hint={t('note_hint')}
            rows={2}
            maxLength={4000}
            ref={words}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          {found.complaint?.about_id === null && found.complaint.about_state !== 'erased' && (
            <TextInput
              label={t('about_member')}
              hint={t('about_member_hint')}
              maxLength={300}
              value={about}
              onChange={(event) => setAbout(event.target.value)}
            />
          )}
          <div className={staffStyles.row}>
            <Select label={t('assignee')} value={assignee} onChange={(event) => setAssignee(event.target.value)}>
              <option value="">{t('assignee_nobody')}</option>
              {[...listed, ...colleagues].map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            <TextInput
              label={t('labels')}
              hint={t('labels_hint')}
              maxLength={160}
              value={labels}
              onChange={(event) => setLabels(event.target.value)}
            />
          </div>
          <Button type="submit" kind="secondary" busy={busy}>
            {t('work_save')}
          </Button>
        </form>
      </details>
    </section>
  )
}
