import { Suspense, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router'
import { onLoggedOut } from '../api/client'
import { forgetRemembered } from '../api/member-storage'
import { ApiProvider } from '../api/swr'
import { useChats } from '../api/use-chats'
import { useLikes } from '../api/use-likes'
import { useSettings } from '../api/use-settings'
import { forgetSession, useUser } from '../api/use-user'
import { NamingContext, Toasts } from '../ui'
import { ErrorBoundary } from './error-boundary'
import { BrokenErrorPage, ErrorPage } from './error-page'
import { tellWhenHidden } from './page-hidden'
import { page } from './page'
import { AppRoutes } from './routes'
import { ScrollMemory } from './scroll-memory'

const LiveNews = page(() => import('./live-news'), 'likes')

export function App({ basename }: { basename: string }) {
  return (
    <ErrorBoundary instead={(error) => <BrokenErrorPage error={error} />}>
      <ErrorBoundary instead={(error) => <ErrorPage error={error} />}>
        <ApiProvider>
          <BrowserRouter basename={basename}>
            <Shell />
          </BrowserRouter>
        </ApiProvider>
      </ErrorBoundary>
    </ErrorBoundary>
  )
}

export function Shell() {
  const { user } = useUser()
  const { settings } = useSettings()
  const unread = useChats().data?.total_unread_messages ?? 0
  const newLikes = useLikes().data?.total_new_likes ?? 0
  const news = user ? unread + newLikes : 0
  const naming = useMemo(() => ({ site: settings?.name ?? 'Pairwise', news }), [settings?.name, news])

  const isMember = Boolean(user)
  useEffect(() => (isMember ? tellWhenHidden() : undefined), [isMember])
  useEffect(() => {
    if (settings) document.querySelector('meta[name=description]')?.setAttribute('content', settings.description)
  }, [settings])
  useEffect(() => onLoggedOut(() => void forgetSession()), [])
  useEffect(() => {
    if (user === null) void forgetRemembered()
  }, [user])
  useEffect(() => {
    void (news > 0 ? navigator.setAppBadge?.(news) : navigator.clearAppBadge?.())?.catch(() => undefined)
  }, [news])

  return (
    <NamingContext value={naming}>
      <ScrollMemory />
      <AppRoutes />
      {user && (
        <Suspense fallback={null}>
          <LiveNews />
        </Suspense>
      )}
      <Toasts />
    </NamingContext>
  )
}
