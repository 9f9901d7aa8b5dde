import { lazy, type ReactNode } from 'react'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { Loading } from '@/ui'
import { MembersOnly } from './members-only'

const SourceGate = lazy(() => import('@/app/entry/source-gate'))

/** A members' screen that visitors see something of, too, where the site lets them. */
export function VisitorsToo({ visitors }: { visitors: ReactNode }) {
  const { user } = useUser()
  const { settings, error } = useSettings()
  if (user !== null) return <MembersOnly />
  if (!settings && !error) return <Loading />
  if (settings?.logged_out_search) return visitors
  return settings?.logged_out_search_trafficsource ? <SourceGate visitors={visitors} /> : <MembersOnly />
}
