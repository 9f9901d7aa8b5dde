import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import type { FoundMember } from '@/api/types'
import { paths } from '@/paths'
import { FictionalLabel } from '@/people/fictional-label'
import { Button, Notice, Select, TextInput } from '@/ui'
import { findMembers, type SearchBy } from '@/features/staff/api/desk'
import styles from './staff.module.css'

const kinds: readonly SearchBy[] = ['name', 'id', 'email', 'phone', 'device', 'network', 'payment']

/** Search by a part of what is known of a member, for the case in the address or a stated reason. */
export function MemberSearch() {
  const { t } = useTranslation(['staff', 'common'])
  const errorText = useErrorText()
  const [query] = useSearchParams()
  const caseId = query.get('case')
  const [by, setBy] = useState<SearchBy>('name')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<FoundMember[] | null>(null)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const why = caseId ? { case_id: caseId } : { reason: reason.trim() }
    if (busy || !text.trim() || why.reason === '') return
    setBusy(true)
    setError(null)
    try {
      setFound((await findMembers(by, text.trim(), why)).found)
    } catch (failure) {
      setFound(null)
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <>
      <form className={styles.lookup} onSubmit={(event) => void submit(event)} role="search">
        <Select
          label={t('staff:find_by')}
          value={by}
          onChange={(event) => {
            setBy(event.target.value as SearchBy)
            setFound(null)
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`staff:by_${kind}`)}
            </option>
          ))}
        </Select>
        <TextInput
          label={t(`staff:by_${by}`)}
          hint={t(`staff:hint_${by}`)}
          maxLength={254}
          required
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {caseId ? (
          <p className={styles.quiet}>{t('staff:find_case')}</p>
        ) : (
          <TextInput
            label={t('staff:find_why')}
            hint={t('staff:access_hint')}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <Button type="submit" busy={busy} icon={<Search size={20} aria-hidden="true" />}>
          {t('staff:find')}
        </Button>
      </form>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {found?.length === 0 && <p role="status">{t('staff:nobody')}</p>}
      {found && found.length > 0 && (
        <ul className={styles.found}>
          {found.map((member) => (
            <li key={member.id}>
              <Link to={paths.staffMember(member.id)}>
                {t('common:name_age', { name: member.name, age: member.age })}
              </Link>{' '}
              {member.fictional && (
                <strong>
                  <FictionalLabel />
                </strong>
              )}{' '}
              <span className={styles.quiet}>{[member.town, member.country].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
