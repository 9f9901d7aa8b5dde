import { lazy, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { Loading } from '@/ui'
import { MembersOnly } from './members-only'

const SourceGate = lazy(() => import('@/app/entry/source-gate'))

/** A members' list that visitors see something of, too, where the site lets them; its single members they do not. */
export function VisitorsToo({ visitors }: { visitors: ReactNode }) {
  const { user } = useUser()
  const { settings, error } = useSettings()
  const { id } = useParams()
  if (user !== null || id) return <MembersOnly />
  if (!settings && !error) return <Loading />
  if (settings?.logged_out_search) return visitors
  return settings?.logged_out_search_trafficsource ? <SourceGate visitors={visitors} /> : <MembersOnly />
}
