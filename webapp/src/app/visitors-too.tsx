import type { ReactNode } from 'react'
import { useSettings } from '../api/use-settings'
import { useUser } from '../api/use-user'
import { readSource } from '../tracking/tracking'
import { Loading } from '../ui'
import { MembersOnly } from './members-only'

/** A members' screen that visitors see something of, too, where the site lets them. */
export function VisitorsToo({ visitors }: { visitors: ReactNode }) {
  const { user } = useUser()
  const { settings, error } = useSettings()
  if (user !== null) return <MembersOnly />
  if (!settings && !error) return <Loading />
  const hasSource = readSource() !== null
  const isAllowed = settings?.logged_out_search || (settings?.logged_out_search_trafficsource && hasSource)
  return isAllowed ? visitors : <MembersOnly />
}
