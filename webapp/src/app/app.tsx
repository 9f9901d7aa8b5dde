import { Suspense, useEffect, useMemo } from 'react'
import { BrowserRouter } from 'react-router'
import { api } from '@/api/client'
import { forgetRemembered } from '@/api/device/member-storage'
import { ApiProvider } from '@/api/swr'
import { useChats } from '@/api/use-chats'
import { useLikes } from '@/api/use-likes'
import { useSettings } from '@/api/use-settings'
import { forgetSession, useUser } from '@/api/use-user'
import { SingletonsContext, type Singletons } from '@/singletons'
import { NamingContext, Toasts } from '@/ui'
import { ErrorBoundary } from './errors/error-boundary'
import { BrokenErrorPage, ErrorPage } from './errors/error-page'
import { OfferModalGate } from './gates/offer-gate'
import { tellWhenHidden } from './browser/page-hidden'
import { page } from './shell/page'
import { AppRoutes } from './routes'
import { ScrollMemory } from './browser/scroll-memory'

const LiveSession = page(() => import('./notices/live-session'), 'likes')

export function App({ basename, singletons }: { basename: string; singletons: Singletons }) {
  return (
    <ErrorBoundary instead={(error) => <BrokenErrorPage error={error} />}>
      <ErrorBoundary instead={(error) => <ErrorPage error={error} />}>
        <ApiProvider>
          <BrowserRouter basename={basename}>
            <SingletonsContext value={singletons}>
              <Shell />
            </SingletonsContext>
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
  const unseen = user ? unread + newLikes : 0
  const naming = useMemo(() => ({ site: settings?.name ?? 'Pairwise', unseen }), [settings?.name, unseen])

  const isMember = Boolean(user)
  useEffect(() => (isMember ? tellWhenHidden() : undefined), [isMember])
  useEffect(() => {
    if (settings) document.querySelector('meta[name=description]')?.setAttribute('content', settings.description)
  }, [settings])
  useEffect(() => api.onLoggedOut(() => void forgetSession()), [])
  useEffect(() => {
    if (user === null) void forgetRemembered()
  }, [user])
  useEffect(() => {
    void (unseen > 0 ? navigator.setAppBadge?.(unseen) : navigator.clearAppBadge?.())?.catch(() => undefined)
  }, [unseen])

  return (
    <NamingContext value={naming}>
      <ScrollMemory />
      <AppRoutes />
      <OfferModalGate />
      {user && (
        <Suspense fallback={null}>
          <LiveSession />
        </Suspense>
      )}
      <Toasts />
    </NamingContext>
  )
}
