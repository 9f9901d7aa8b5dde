import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { MemberMarks } from '@/people/member-card'
import { useVerifiedMonth } from '@/people/verified-label'
import { PageTitle } from '@/ui'
import styles from './profile-header.module.css'
import { ProfileMenu } from './profile-menu'
import type { Blocking } from './use-blocking'

interface Props {
  card: Card
  blocking: Blocking | undefined
  menu?: ReactNode
}

/** Name, place, and last activity of a member; never more exact than a band. */
export function ProfileHeader({ card, blocking, menu }: Props) {
  const { t } = useTranslation()
  const title = t('name_age', { name: card.name, age: card.age })
  const place = [...new Set([card.town, card.region_name])].filter(Boolean).join(', ')
  const presence = { today: t('presence_today'), week: t('presence_week') }
  return (
    <div className={styles.header}>
      <div className={styles.who}>
        <p className={styles.marks}>
          <MemberMarks card={card} />
        </p>
        <PageTitle
          title={title}
          lead={
            <span className={styles.lead}>
              {card.is_paused && <span>{t('paused')}</span>}
              {card.presence && <span className={styles[card.presence]}>{presence[card.presence]}</span>}
              {place && <span>{place}</span>}
            </span>
          }
        />
        <VerifiedNote card={card} />
      </div>
      {blocking && <ProfileMenu name={card.name} blocking={blocking} more={menu} />}
    </div>
  )
}

/** When the photos were compared, by whom the site lets compare them, and what that proves. */
function VerifiedNote({ card }: { card: Card }) {
  const { settings } = useSettings()
  const { t } = useTranslation(['members', 'common'])
  const date = useVerifiedMonth(card)
  if (!date) return null
  return (
    <details className={styles.verified}>
      <summary>{t('common:verified_in', { date })}</summary>
      <p>{t(settings?.verification_model ? 'members:verified_means_model' : 'members:verified_means')}</p>
    </details>
  )
}
