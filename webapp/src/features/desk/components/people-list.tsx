import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GivenRole, StaffPeople, StaffPerson } from '@/api/types'
import { useStaff } from '@/api/use-user'
import { useDates } from '@/i18n/use-dates'
import { Button, useToast } from '@/ui'
import styles from './desk.module.css'
import { EndingDialog } from './ending-dialog'
import { PersonDialog } from './person-dialog'

type OpenDialog = { what: 'invite' } | { what: 'change' | 'again' | 'end'; person: StaffPerson }

/** Everybody at the desks, and what was done to their accounts. */
export function PeopleList({ people, acts, sites, onChanged }: StaffPeople & { onChanged: () => void }) {
  const { t } = useTranslation('desk')
  const { moment } = useDates()
  const showToast = useToast()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const close = () => setOpenDialog(null)
  const done = (text?: string) => {
    close()
    onChanged()
    if (text) showToast({ text, kind: 'success' })
  }
  return (
    <>
      <div className={styles.head}>
        <p className={styles.quiet}>{t('people_count', { count: people.length })}</p>
        <Button onClick={() => setOpenDialog({ what: 'invite' })}>{t('invite')}</Button>
      </div>
      <ul className={styles.people}>
        {people.map((person) => (
          <Person key={person.id} person={person} onAsk={(what) => setOpenDialog({ what, person })} />
        ))}
      </ul>
      <h2>{t('history')}</h2>
      <ul className={styles.history}>
        {acts.map(({ act, name, by, at }) => (
          <li key={`${at} ${act} ${name}`}>
            {t(`act_${act}`, { name, by })} <span className={styles.quiet}>{moment(at)}</span>
          </li>
        ))}
      </ul>
      {openDialog?.what === 'invite' && (
        <PersonDialog sites={sites} onClose={close} onDone={(email) => done(t('invited', { email }))} />
      )}
      {openDialog?.what === 'change' && (
        <PersonDialog person={openDialog.person} sites={sites} onClose={close} onDone={() => done()} />
      )}
      {(openDialog?.what === 'again' || openDialog?.what === 'end') && (
        <EndingDialog kind={openDialog.what} person={openDialog.person} onClose={close} onDone={() => done()} />
      )}
    </>
  )
}

function Person({ person, onAsk }: { person: StaffPerson; onAsk: (what: 'change' | 'again' | 'end') => void }) {
  const { t } = useTranslation('desk')
  const { day } = useDates()
  const isOwn = useStaff()?.id === person.id
  const { logged_in_at: used } = person
  const facts = [
    t(`state_${person.state}`),
    t(person.second_factor ? 'factor_on' : 'factor_off'),
    ...(person.company_account ? [t('company_account')] : []),
    used ? t('last_login', { day: day(used) }) : t('never_logged_in'),
  ]
  return (
    <li className={styles.person}>
      <div>
        <h2>{person.name}</h2>
        <p className={styles.quiet}>{person.email}</p>
        <p>{person.roles.map((given) => roleText(given, t)).join(', ')}</p>
        <p className={styles.quiet}>{facts.join(' · ')}</p>
      </div>
      {!isOwn && person.state !== 'off_boarded' && (
        <div className={styles.actions}>
          <Button kind="secondary" small onClick={() => onAsk('change')}>
            {t('change')}
          </Button>
          <Button kind="secondary" small onClick={() => onAsk('again')}>
            {t('again')}
          </Button>
          <Button kind="danger" small onClick={() => onAsk('end')}>
            {t('end')}
          </Button>
        </div>
      )}
    </li>
  )
}

const roleText = ({ role, site }: GivenRole, t: ReturnType<typeof useTranslation<'desk'>>['t']) =>
  site === '*' ? t(`role_${role}`) : t('role_at', { role: t(`role_${role}`), site })
