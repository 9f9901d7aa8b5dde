import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useStaff, useUser } from '@/api/use-user'
import { ErrorState, Loading, Page } from '@/ui'
import { OfflineScreen } from './offline-screen'
import { loginFor, paths } from '@/paths'
import { useRecall } from './use-recall'

interface Props {
  /** Whether the screens can be drawn from the device memory. */
  fromMemory?: boolean
  children?: ReactNode
}

/** Lets members in, sends others to the login page and back here afterwards; people of staff to their desks. */
export function MembersOnly({ fromMemory = false, children = <Outlet /> }: Props) {
  const { user, error } = useUser()
  const staff = useStaff()
  const { pathname, search } = useLocation()
  const { isCutOff, remembered } = useRecall()
  if (staff) return <Navigate to={paths.desk} replace />
  if (user === null) return <Navigate to={loginFor(pathname, search)} replace />
  // The same place for both, so that the screen stays as it is when the server is back.
  if (user || (fromMemory && remembered)) return children
  if (isCutOff && fromMemory && remembered === undefined) return <Loading />
  if (isCutOff) return <OfflineScreen remembers={Boolean(remembered)} />
  if (error) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => window.location.reload()} />
      </Page>
    )
  }
  return <Loading />
}
