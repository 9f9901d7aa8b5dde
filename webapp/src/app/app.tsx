import { memo, Suspense, useEffect, useMemo, type ReactNode } from 'react'
import type { Cache } from 'swr'
import { api } from '@/api/client'
import { keys } from '@/api/keys'
import type { Id, User } from '@/api/types'
import { forgetRemembered } from '@/api/device/member-storage'
import { ApiProvider } from '@/api/swr'
import { countDehydrated, useTakenOver } from '@/api/taken-over'
import { useChats } from '@/api/use-chats'
import { useLikes } from '@/api/use-likes'
import { useSiteName } from '@/api/use-site-name'
import { forgetSession, useUser } from '@/api/use-user'
import { splitPath } from '@/i18n/locales'
import { SingletonsContext, type Singletons } from '@/singletons'
import { LoadingBar, NamingContext, Toasts, useProgress } from '@/ui'
import { ErrorBoundary } from './errors/error-boundary'
import { BrokenErrorPage, ErrorPage } from './errors/error-page'
import { reportWhenHidden } from './browser/page-hidden'
import { page } from './shell/page'
import { prefetchOnIntent, prefetchWhenIdle } from './browser/prefetch'
import { AppRoutes, bringScreen, nextScreens } from './routes'
import { ScrollMemory } from './browser/scroll-memory'

// What changes above the screens, such as the number in the title, draws none of them again.
const Screens = memo(AppRoutes)
const LiveSession = page(() => import('./notices/live-session'), 'likes')

interface Props {
  singletons: Singletons
  /** Answers of the API that came with the page. */
  known: Readonly<Record<string, unknown>>
  /** Puts the screens into a router: the browser's, or one that stands at an address on the server. */
  routed: (screens: ReactNode) => ReactNode
  provider?: () => Cache
}

export function App({ singletons, known, routed, ...cache }: Props) {
  return (
    <ErrorBoundary instead={(error) => <BrokenErrorPage error={error} />}>
      <ErrorBoundary instead={(error) => <ErrorPage error={error} />}>
        <ApiProvider known={known} {...cache}>
          {routed(
            <SingletonsContext value={singletons}>
              <Shell drawnFor={(known[keys.user] as User | null | undefined)?.id ?? null} />
            </SingletonsContext>,
          )}
        </ApiProvider>
      </ErrorBoundary>
    </ErrorBoundary>
  )
}

interface ShellProps {
  /** The member that the server has drawn the page for. */
  drawnFor?: Id | null
}

export function Shell({ drawnFor = null }: ShellProps) {
  const { user } = useUser()
  // What the stream brings must not change a page while it is hydrated.
  const isTakenOver = useTakenOver()
  const siteName = useSiteName()
  const { data: chats, isLoading: isReadingChats } = useChats()
  const { data: likes, isLoading: isReadingLikes } = useLikes()
  const unread = chats?.total_unread_messages ?? 0
  const newLikes = likes?.total_new_likes ?? 0
  const unseen = user ? unread + newLikes : 0
  const naming = useMemo(() => ({ site: siteName, unseen }), [siteName, unseen])

  // Of the first load only: later ones change what is there.
  useProgress(isReadingChats || isReadingLikes)
  // After the first step, in which each part that waits is counted.
  useEffect(() => countDehydrated(0), [])
  useEffect(() => reportWhenHidden(), [])
  // A visitor may leave after the first page, so it loads nothing more until a link is approached.
  useEffect(() => prefetchWhenIdle(user ? nextScreens(user) : []), [user])
  useEffect(() => prefetchOnIntent((path) => bringScreen(splitPath(path).rest)), [])
  useEffect(() => api.onLoggedOut(() => void forgetSession()), [])
  useEffect(() => {
    if (user === null) void forgetRemembered()
  }, [user])
  useEffect(() => {
    // Another session than the page was drawn for: nothing of that member stays, neither drawn nor in memory.
    if (drawnFor !== null && user !== undefined && user?.id !== drawnFor) window.location.reload()
  }, [drawnFor, user])
  useEffect(() => {
    void (unseen > 0 ? navigator.setAppBadge?.(unseen) : navigator.clearAppBadge?.())?.catch(() => undefined)
  }, [unseen])

  return (
    <NamingContext value={naming}>
      <LoadingBar />
      <ScrollMemory />
      <Screens />
      {user && isTakenOver && (
        <Suspense fallback={null}>
          <LiveSession />
        </Suspense>
      )}
      <Toasts />
    </NamingContext>
  )
}
