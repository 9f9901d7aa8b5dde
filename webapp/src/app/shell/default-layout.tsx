import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useMember } from '@/api/use-member'
import { BottomBar } from './bottom-bar'
import { TopBar } from './top-bar'
import { OfferGate } from '@/app/gates/offer-gate'
import { Warnings } from '@/app/notices/warnings'
import styles from './layouts.module.css'

// What is below or above everything comes last, so it may come late.
const EntryGate = lazy(() => import('@/app/entry/entry-gate').then(({ EntryGate }) => ({ default: EntryGate })))
const Footer = lazy(() => import('@/app/footer/footer').then(({ Footer }) => ({ default: Footer })))

export function DefaultLayout() {
  const member = useMember()
  return (
    <div className={styles.default}>
      <TopBar />
      <Warnings alerts />
      <OfferGate />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <Suspense>
        <EntryGate />
      </Suspense>
      {member && <BottomBar user={member} />}
    </div>
  )
}
