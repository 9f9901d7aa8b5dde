import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '@/paths'
import type { OwnProfile } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, Notice } from '@/ui'
import { rememberAges } from '@/features/members/api/remember-ages'
import { useCount } from '@/features/members/api/use-count'
import { agesOf, noFilters, queryOf, writeFilters, type Filters } from '@/features/members/model/filters'
import { FilterFields } from './filter-fields'
import styles from './match-finder.module.css'
import { useShowWords } from './use-show-words'

const youngest = 18
// The server's value for no upper end.
const beyond = 120

/** Questions about wishes, one by one; they lead to a search, best fit first. */
export function MatchFinder({ own }: { own: OwnProfile }) {
  const { t } = useTranslation('members')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Filters>({ ...noFilters, interests: own.interests, order: 'fit' })
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const showWords = useShowWords()
  const count = useCount(queryOf(draft, own))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const [from, to] = agesOf(draft, own)
      if (remember) await rememberAges(from ?? youngest, to ?? beyond)
      await navigate(`${paths.members}?${writeFilters(draft).toString()}`)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <div className={styles.wishes}>
        <FilterFields filters={draft} own={own} onChange={setDraft} />
      </div>
      <div className={styles.result}>
        <Checkbox
          label={t('finder_remember')}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Button type="submit" busy={busy}>
          {showWords(count)}
        </Button>
      </div>
    </form>
  )
}
