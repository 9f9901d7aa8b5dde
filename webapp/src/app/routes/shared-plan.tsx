import { useLocation } from 'react-router'
import { NoPlan, SharedPlan } from '@/features/safety/components/shared-plan'

/** The link brings its token behind the #, which no server log and no Referer has. */
export default function SharedPlanRoute() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  return token ? <SharedPlan key={token} token={token} /> : <NoPlan />
}
