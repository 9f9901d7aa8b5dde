import { Outlet, useMatch } from 'react-router'
import { useMember, useRemembered } from '@/api/use-member'
import { BottomBar } from './member'
import { TopBar } from './top-bar'
import { useTabBarHeight } from './use-tab-bar-height'
import { NoticeSlot, Warnings } from '@/app/notices/warnings'
import { HydrationBoundary } from './hydration-boundary'
import styles from './layouts.module.css'

/** Fills the window: the screen scrolls inside itself. Inside a conversation a phone shows nothing else. */
export function ChatLayout() {
  const member = useMember()
  const list = useMatch('/chats')
  useTabBarHeight(Boolean(member && list))
  return (
    <div className={styles.chat} data-conversation={list ? undefined : ''}>
      <div className={styles.chatBar}>
        <TopBar />
        <Warnings keptAt={useRemembered()?.at} />
      </div>
      <main id="main" className={styles.fill}>
        <NoticeSlot />
        <Outlet />
      </main>
      {member && list && (
        <HydrationBoundary>
          <BottomBar user={member} />
        </HydrationBoundary>
      )}
    </div>
  )
}
