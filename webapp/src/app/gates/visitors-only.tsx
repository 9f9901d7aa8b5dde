import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useUser } from '@/api/use-user'
import { Loading } from '@/ui'

/** A screen of visitors; members go to `membersTo`. Until it is known who asks, neither sees it. */
export function VisitorsOnly({ membersTo, children }: { membersTo: string; children: ReactNode }) {
  const { user, error } = useUser()
  if (user) return <Navigate to={membersTo} replace />
  // A server that cannot say it must not keep a visitor out.
  if (user === undefined && !error) return <Loading />
  return children
}
