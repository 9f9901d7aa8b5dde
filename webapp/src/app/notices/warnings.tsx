import { lazy, Suspense } from 'react'
import i18next from 'i18next'
import { useLocation } from 'react-router'
import { useUser } from '@/api/use-user'
import { OfflineBar } from '@/ui'
import { isQuiet } from '@/features/activation/model/reminder'
import { ChangeAddress } from './change-address'
import styles from './warnings.module.css'

const ActivationReminder = lazy(async () => {
  const [{ ActivationReminder }] = await Promise.all([
    import('@/features/activation/components/activation-reminder'),
    i18next.loadNamespaces(['account', 'signup']),
  ])
  return { default: ActivationReminder }
})

const TermsChanged = lazy(async () => {
  const [screen] = await Promise.all([import('./terms-changed'), i18next.loadNamespaces('mydata')])
  return screen
})

const MatchingQuestion = lazy(async () => {
  const [screen] = await Promise.all([import('./matching-question'), i18next.loadNamespaces('account')])
  return screen
})

const Alerts = lazy(async () => {
  const [screen] = await Promise.all([import('./alerts'), i18next.loadNamespaces('push')])
  return screen
})

interface Props {
  alerts?: boolean
  /** The time of the device memory on the screen; absent for answers of the server. */
  keptAt?: string | undefined
}

/** Warnings above the screen of a member. */
export function Warnings({ alerts = false, keptAt }: Props) {
  const { user } = useUser()
  const { pathname } = useLocation()
  const reminds = user?.status === 'not_confirmed' && !isQuiet(pathname)
  return (
    <>
      <OfflineBar keptAt={keptAt} />
      {user?.terms_due && (
        <Suspense>
          <TermsChanged />
        </Suspense>
      )}
      {reminds && (
        <Suspense>
          <aside className={styles.reminder}>
            <ActivationReminder user={user} change={<ChangeAddress />} />
          </aside>
        </Suspense>
      )}
      {alerts && user?.matching_due && !user.terms_due && !reminds && (
        <Suspense>
          <MatchingQuestion />
        </Suspense>
      )}
      {alerts && user && (
        <Suspense>
          <Alerts user={user} />
        </Suspense>
      )}
    </>
  )
}
