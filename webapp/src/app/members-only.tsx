import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useUser } from '../api/use-user'
import { isApiError } from '../api/api-error'
import { ErrorState, Loading, Page, useOnline } from '../ui'
import { OfflineScreen } from './offline-screen'
import { loginFor } from './paths'

/** Lets members in, sends others to the login page and back here afterwards. */
export function MembersOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  const { user, error } = useUser()
  const { pathname, search } = useLocation()
  const { online } = useOnline()
  if (user) return children
  if (user === null) return <Navigate to={loginFor(pathname, search)} replace />
  if (!online || isApiError(error, 'offline')) return <OfflineScreen />
  if (error) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => window.location.reload()} />
      </Page>
    )
  }
  return <Loading />
}
