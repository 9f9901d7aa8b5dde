import { lazy } from 'react'
import { Outlet } from 'react-router'
import { useMember } from '@/api/use-member'
import { BottomBar } from './member'
import { TopBar } from './top-bar'
import { useTabBarHeight } from './use-tab-bar-height'
import { Footer } from '@/app/footer/footer'
import { NoticeSlot, Warnings } from '@/app/notices/warnings'
import { HydrationBoundary } from './hydration-boundary'
import styles from './layouts.module.css'

// Overlays come last, so they may load late.
const EntryGate = lazy(() => import('@/app/entry/entry-gate').then(({ EntryGate }) => ({ default: EntryGate })))

export function DefaultLayout() {
  const member = useMember()
  useTabBarHeight(Boolean(member))
  return (
    <>
      <div className={styles.default}>
        <TopBar />
        <Warnings />
        <main id="main" className={styles.main}>
          <NoticeSlot />
          <Outlet />
        </main>
        <HydrationBoundary>
          <Footer />
        </HydrationBoundary>
        {member && (
          <HydrationBoundary>
            <BottomBar user={member} />
          </HydrationBoundary>
        )}
      </div>
      {/* Below the page, which is at least as high as the window: what comes late takes no room from it. */}
      <HydrationBoundary>
        <EntryGate />
      </HydrationBoundary>
    </>
  )
}
