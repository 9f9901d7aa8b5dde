import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorState, Loading, Photo, useToast, Skeleton } from '@/ui'
import { imposeSanction, noteOnMember, useMember } from '@/features/staff/api/desk'
import { AccessForm } from './access-form'
import { CaseNotes } from './case-notes'
import { DecisionLog } from './decision-log'
import { Evidence } from './evidence'
import { MemberConversations } from './member-conversations'
import { MemberFacts } from './member-facts'
import { MemberPayments } from './member-payments'
import { MemberSearch } from './member-search'
import { MemberState } from './member-state'
import { NoteForm } from './note-form'
import { StatementForm } from './statement-form'
import styles from './staff.module.css'

const sanctions = ['warn', 'hide', 'suspend', 'lift'] as const

/** A member at the desk: profile, decisions and complaints. */
export function MemberDesk({ id }: { id: string | null }) {
  return id ? <OneMember id={id} /> : <MemberSearch />
}

function OneMember({ id }: { id: string }) {
  const showToast = useToast()
  const { t } = useTranslation(['staff', 'complaints', 'photos', 'common'])
  const [query] = useSearchParams()
  const { data, error, mutate } = useMember(id, query.get('case'))
  const member = data?.member
  if (data === null) return <AccessForm memberId={id} onOpened={() => mutate()} />
  if (!member && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!member) {
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  }
  return (
    <div className={styles.member}>
      <h2>{t('common:name_age', { name: member.name, age: member.age })}</h2>
      <MemberState member={member} />
      {member.about && <p className={styles.words}>{member.about}</p>}
      <ul className={styles.photos}>
        {member.photos.map((photo) => (
          <li key={photo.id}>
            <Photo photo={photo} name={member.name} alt={t('common:photo_of', { name: member.name })} sizes="120px" />
            <span className={styles.quiet}>{t(`staff:photo_${photo.status}`)}</span>
          </li>
        ))}
      </ul>
      <MemberFacts id={id} />
      <MemberPayments id={id} />
      <MemberConversations id={id} name={member.name} />
      <section>
        <h3>{t('staff:notes')}</h3>
        <CaseNotes notes={member.notes ?? []} />
        <NoteForm
          onSave={async (text) => {
            await noteOnMember(id, text)
            await mutate()
          }}
        />
      </section>
      <section>
        <h3>{t('staff:measures')}</h3>
        <StatementForm
          sanctions={sanctions}
          onDecide={async (statement) => {
            await imposeSanction(id, statement)
            showToast({ text: t('staff:done'), kind: 'success' })
            await mutate()
          }}
        />
      </section>
      <section>
        <h3>{t('staff:log')}</h3>
        {member.decisions.length === 0 && <p className={styles.quiet}>{t('staff:log_empty')}</p>}
        <DecisionLog decisions={member.decisions} />
      </section>
      {member.complaints.length > 0 && (
        <section>
          <h3>{t('staff:complaints')}</h3>
          <ul className={styles.log}>
            {member.complaints.map((complaint) => (
              <li key={complaint.id}>
                <strong>{t('complaints:number', { number: complaint.number })}</strong>
                <Evidence complaint={complaint} onDecided={mutate} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
