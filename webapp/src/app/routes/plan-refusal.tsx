import { useLocation } from 'react-router'
import { NoPlan } from '@/features/safety/components/shared-plan'
import { RefuseMails } from '@/features/safety/components/refuse-mails'

export default function PlanRefusalRoute() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  return token ? <RefuseMails token={token} /> : <NoPlan />
}
