import type { CaseNote } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import styles from './staff.module.css'

/** Internal notes, the newest first. */
export function CaseNotes({ notes }: { notes: readonly CaseNote[] }) {
  const { moment } = useDates()
  if (notes.length === 0) return null
  return (
    <ol className={styles.log}>
      {notes.map((note) => (
        <li key={note.id}>
          <p className={styles.words}>{note.text}</p>
          <span className={styles.quiet}>{`${note.author_name ?? '–'} · ${moment(note.written_at)}`}</span>
        </li>
      ))}
    </ol>
  )
}
