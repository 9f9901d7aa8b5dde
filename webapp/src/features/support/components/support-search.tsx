import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FindMembers, FoundMember } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { findForSupport } from '@/features/support/api/support'
import { paths } from '@/paths'
import { FictionalLabel } from '@/people/fictional-label'
import { Button, Notice, Select, TextInput } from '@/ui'
import styles from './support.module.css'

const kinds = ['email', 'name', 'id', 'payment'] as const satisfies readonly FindMembers['by'][]

/** Search for a member by mail address, name, id, payment or transaction, for a stated reason. */
export function SupportSearch() {
  const { t } = useTranslation(['support', 'staff', 'common'])
  const errorText = useErrorText()
  const [by, setBy] = useState<(typeof kinds)[number]>('email')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<FoundMember[] | null>(null)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    setFound(null)
    try {
      setFound((await findForSupport(by, text.trim(), reason.trim())).found)
    } catch (failure) {
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
          onChange={(event) => setBy(event.target.value as (typeof kinds)[number])}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`staff:by_${kind}`)}
            </option>
          ))}
        </Select>
        <TextInput
          label={t(`staff:by_${by}`)}
          maxLength={254}
          required
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <TextInput
          label={t('staff:find_why')}
          hint={t('staff:access_hint')}
          maxLength={500}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
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
        <ul className={styles.list}>
          {found.map((member) => (
            <li key={member.id}>
              <Link to={paths.support(member.id)} state={{ reason: reason.trim() }}>
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
