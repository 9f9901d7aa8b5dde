import { Outlet } from 'react-router'
import { useUser } from '../../api/use-user'
import { BottomBar } from '../bottom-bar'
import { Footer } from '../footer'
import { TopBar } from '../top-bar'
import { EntryGate } from '../entry-gate'
import { OfferGate } from '../offer-gate'
import { Warnings } from '../warnings'
import styles from './layouts.module.css'

export function DefaultLayout() {
  const { user } = useUser()
  return (
    <div className={styles.default}>
      <TopBar />
      <Warnings />
      <OfferGate />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <EntryGate />
      {user && <BottomBar user={user} />}
    </div>
  )
}
