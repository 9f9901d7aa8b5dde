import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, EmptyState, ErrorState, Loading, Notice, Skeleton } from '@/ui'
import { useInvitations } from '@/features/invitations/api/use-invitations'
import { InvitationLink } from './invitation-link'
import { InvitationOffer } from './invitation-offer'
import { InvitationRules } from './invitation-rules'
import { InvitationSums } from './invitation-sums'
import styles from './invitations.module.css'

/** A member's own links, what came of them, and the rules of the reward. */
export function InvitationsMatter() {
  const { t } = useTranslation('settings')
  const errorText = useErrorText()
  const { own, error, retry, make, revoke } = useInvitations()
  const [showsName, setShowsName] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  if (!own && error) return <ErrorState error={error} onRetry={retry} />
  if (!own) {
    return (
      <Loading>
        <Skeleton height="140px" />
        <Skeleton height="260px" />
      </Loading>
    )
  }
  const isEmpty = own.invitations.length === 0
  const start = async () => {
    setState({ busy: true, error: null })
    try {
      await make(showsName)
      setState({ busy: false, error: null })
    } catch (failed) {
      setState({ busy: false, error: failed })
    }
  }
  return (
    <div className={styles.matter}>
      {own.enabled ? <InvitationOffer credits={own.credits} days={own.days} /> : null}
      {own.enabled ? null : <Notice>{t('invite_off')}</Notice>}
      {own.enabled && isEmpty ? (
        <EmptyState icon={<UserPlus size={28} />} title={t('invite_none_title')} text={t('invite_none_text')} />
      ) : null}
      {own.invitations.map((invitation) => (
        <InvitationLink key={invitation.id} invitation={invitation} onRevoke={() => revoke(invitation.id)} />
      ))}
      {own.enabled && own.invitations.length < own.most_open ? (
        <div className={styles.make}>
          <Checkbox
            label={t('invite_shows_name')}
            checked={showsName}
            onChange={(event) => setShowsName(event.target.checked)}
          />
          <Button busy={state.busy} onClick={() => void start()}>
            {t('invite_make')}
          </Button>
        </div>
      ) : null}
      {state.error ? <Notice kind="danger" role="alert" title={errorText(state.error)} /> : null}
      <InvitationSums signedUp={own.signed_up} />
      {own.enabled ? <InvitationRules most={own.most_rewards_a_month} /> : null}
    </div>
  )
}
