import { Download, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import type { FindDecisions, PastDecisions as Found } from '@/api/types'
import { useMeasureName } from '@/decisions/use-measure-name'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { Button, Notice, Select, TextInput } from '@/ui'
import { findDecisions } from '@/features/staff/api/desk'
import { useColleagues } from '@/features/staff/api/queue'
import { DeskNumbers } from './desk-numbers'
import { SavedReplies } from './saved-replies'
import styles from './staff.module.css'
import { TemplateWords } from './template-words'

const measures = [
  'warn',
  'hide',
  'suspend',
  'review',
  'lift',
  'dismiss',
  'dismiss_abuse',
  'warn_reporter',
  'suspend_reports',
  'approve_photo',
  'reject_photo',
  'return_photo',
  'block_picture',
  'unblock_picture',
  'hold_text',
  'verify',
  'refuse_verification',
  'ask_verification',
] as const
const reasons = ['fake', 'harassment', 'hate', 'nudity', 'fraud', 'minor', 'advertising', 'violence', 'other'] as const
const anything = { measure: '', reason: '', actor_id: '', first: '', last: '', member_id: '', words: '' }

/** Search over past decisions, their export, and the numbers of the people who made them. */
export function PastDecisions() {
  const { t } = useTranslation(['staff', 'complaints'])
  const { moment } = useDates()
  const nameOf = useMeasureName()
  const errorText = useErrorText()
  const colleagues = useColleagues(true).data?.colleagues ?? []
  const [wanted, setWanted] = useState(anything)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Found | null>(null)
  // The search that was found: its fields may be changed before older decisions are asked for.
  const [asked, setAsked] = useState<Partial<FindDecisions>>({})
  const [error, setError] = useState<unknown>(null)
  const field = (name: keyof typeof anything) => ({
    value: wanted[name],
    onChange: (event: { target: { value: string } }) => setWanted({ ...wanted, [name]: event.target.value }),
  })

  const run = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const stated = (): Partial<FindDecisions> =>
    Object.fromEntries(Object.entries(wanted).filter(([, value]) => value.trim()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setAsked(stated())
      setFound(await findDecisions({ ...stated(), as_file: false }))
    })
  }
  const older = () =>
    run(async () => {
      const before = found?.decisions.at(-1)?.number
      const { decisions, more } = await findDecisions({ ...asked, before, as_file: false })
      setFound({ decisions: [...(found?.decisions ?? []), ...decisions], more, file: null, last_number: null })
    })
  /** The file comes in parts, of which the first has the heading. */
  const download = () =>
    run(async () => {
      const parts: string[] = []
      let before: number | undefined
      for (let more = true; more;) {
        const part = await findDecisions({ ...stated(), ...(before !== undefined && { before }), as_file: true })
        parts.push(part.file ?? '')
        before = part.last_number ?? undefined
        more = part.more && before !== undefined
      }
      save(parts)
    })
  return (
    <div className={styles.member}>
      <form className={styles.lookup} onSubmit={submit} role="search" aria-label={t('staff:decisions')}>
        <Select label={t('staff:measure')} {...field('measure')}>
          <option value="">{t('staff:decisions_any')}</option>
          {measures.map((key) => (
            <option key={key} value={key}>
              {nameOf(key)}
            </option>
          ))}
        </Select>
        <Select label={t('complaints:reason')} {...field('reason')}>
          <option value="">{t('staff:decisions_any')}</option>
          {reasons.map((key) => (
            <option key={key} value={key}>
              {t(`complaints:reason_${key}`)}
            </option>
          ))}
        </Select>
        <Select label={t('staff:decisions_by')} {...field('actor_id')}>
          <option value="">{t('staff:decisions_any')}</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput label={t('staff:decisions_first')} type="date" {...field('first')} />
        <TextInput label={t('staff:decisions_last')} type="date" {...field('last')} />
        <TextInput label={t('staff:id_of_member')} maxLength={36} spellCheck={false} {...field('member_id')} />
        <TextInput label={t('staff:decisions_words')} minLength={3} maxLength={100} {...field('words')} />
        <Button type="submit" busy={busy} icon={<Search size={20} aria-hidden="true" />}>
          {t('staff:find')}
        </Button>
        <Button
          kind="secondary"
          busy={busy}
          icon={<Download size={20} aria-hidden="true" />}
          onClick={() => void download()}
        >
          {t('staff:decisions_file')}
        </Button>
      </form>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {found?.decisions.length === 0 && <p role="status">{t('staff:decisions_none')}</p>}
      {found && found.decisions.length > 0 && (
        <ol className={styles.log}>
          {found.decisions.map((one) => (
            <li key={one.id}>
              <strong>{nameOf(one.measure)}</strong> {one.member_name}{' '}
              <span className={styles.quiet}>
                {[
                  moment(one.decided_at),
                  one.reason && t(`complaints:reason_${one.reason as 'other'}`),
                  one.actor_id ? one.actor_name : t('complaints:by_rule'),
                  one.appeal && t(`staff:appealed_${one.appeal as 'open'}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>{' '}
              <Link to={paths.staffMember(one.member_id, one.id)}>{t('staff:access_open')}</Link>
              {one.template && <TemplateWords template={one.template} />}
              {one.facts && <p className={styles.words}>{one.facts}</p>}
            </li>
          ))}
        </ol>
      )}
      {found?.more && (
        <Button kind="secondary" className={styles.alone} busy={busy} onClick={() => void older()}>
          {t('staff:decisions_older')}
        </Button>
      )}
      <DeskNumbers />
      <SavedReplies />
    </div>
  )
}

function save(csv: string[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(csv, { type: 'text/csv;charset=utf-8' }))
  link.download = 'decisions.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
