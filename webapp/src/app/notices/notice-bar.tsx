import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { ActivationReminder } from '@/features/activation/components/activation-reminder'
import { AgeNotice } from '@/features/age/components/age-notice'
import { OfferBanner } from '@/features/offer/components/offer-banner'
import { MailStoppedAlert } from '@/features/push/components/mail-stopped-alert'
import { PushAlert } from '@/features/push/components/push-alert'
import { paths } from '@/paths'
import { ChangeAddress } from './change-address'
import type { NoticeName } from './choose-notice'
import MatchingQuestion from './matching-question'

interface Props {
  user: User
  notice: NoticeName
  onDismiss: () => void
}

/** The notice that was chosen for a screen. */
export default function NoticeBar({ user, notice, onDismiss }: Props) {
  const { t } = useTranslation('push')
  const [reason = ''] = user.notifications_disabled
  return (
    <section aria-label={t('alerts')}>
      {notice === 'age' && <AgeNotice to={paths.ageCheck} />}
      {notice === 'confirm' && <ActivationReminder user={user} change={<ChangeAddress />} />}
      {notice === 'matching' && <MatchingQuestion />}
      {notice === 'mail' && (
        <MailStoppedAlert memberId={user.id} reason={reason} to={paths.notifications} onDismiss={onDismiss} />
      )}
      {notice === 'offer' && <OfferBanner user={user} />}
      {notice === 'push' && <PushAlert memberId={user.id} onDismiss={onDismiss} />}
    </section>
  )
}
