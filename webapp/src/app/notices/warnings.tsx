import { lazy } from 'react'
import i18next from 'i18next'
import type { User } from '@/api/types'
import { useMember } from '@/api/use-member'
import { useUser } from '@/api/use-user'
import { OfflineBar, useBrowserFact } from '@/ui'
import { useNotice } from './use-notice'
import { HydrationBoundary } from '@/app/shell/hydration-boundary'
import styles from './warnings.module.css'

const TermsChanged = lazy(async () => {
  const [screen] = await Promise.all([import('./terms-changed'), i18next.loadNamespaces('mydata')])
  return screen
})

const CheckInBar = lazy(async () => {
  const [bar] = await Promise.all([import('./check-in-bar'), i18next.loadNamespaces('safety')])
  return bar
})

const NoticeBar = lazy(async () => {
  const [bar] = await Promise.all([
    import('./notice-bar'),
    i18next.loadNamespaces(['account', 'age', 'offer', 'push', 'signup']),
  ])
  return bar
})

/** Warnings above the layout; `keptAt` is the time of the device memory on the screen, absent for answers of the server. */
export function Warnings({ keptAt }: { keptAt?: string | undefined }) {
  const { user } = useUser()
  return (
    <>
      <OfflineBar keptAt={keptAt} />
      {user && (
        <HydrationBoundary>
          <CheckInBar />
        </HydrationBoundary>
      )}
      {user?.terms_due && (
        <HydrationBoundary>
          <TermsChanged />
        </HydrationBoundary>
      )}
    </>
  )
}

/** The slot of the one notice of a screen. Stands in `main`, so that it comes with the screen and moves nothing. */
export function NoticeSlot() {
  // Also for the member that the device remembers: screens are drawn from its memory before the server has answered.
  const member = useMember()
  return member && <Slot key={member.id} user={member} />
}

function Slot({ user }: { user: User }) {
  const { hasSlot, notice, dismiss } = useNotice(user)
  // Its place is kept in a page that the server has drawn.
  const isInBrowser = useBrowserFact(() => true, false)
  return (
    hasSlot && (
      <div className={styles.slot}>
        <HydrationBoundary>
          {isInBrowser && notice && <NoticeBar user={user} notice={notice} onDismiss={dismiss} />}
        </HydrationBoundary>
      </div>
    )
  )
}
