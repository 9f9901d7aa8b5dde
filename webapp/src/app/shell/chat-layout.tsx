import { Outlet, useMatch } from 'react-router'
import { useMember, useRemembered } from '@/api/use-member'
import { BottomBar } from './bottom-bar'
import { TopBar } from './top-bar'
import { Warnings } from '@/app/notices/warnings'
import styles from './layouts.module.css'

/** Fills the window: the screen scrolls inside itself. Inside a conversation a phone shows nothing else. */
export function ChatLayout() {
  const member = useMember()
  const list = useMatch('/chats')
  return (
    <div className={styles.chat} data-conversation={list ? undefined : ''}>
      <div className={styles.chatBar}>
        <TopBar />
        <Warnings alerts={Boolean(list)} keptAt={useRemembered()?.at} />
      </div>
      <main id="main" className={styles.fill}>
        <Outlet />
      </main>
      {member && list && <BottomBar user={member} />}
    </div>
  )
}
