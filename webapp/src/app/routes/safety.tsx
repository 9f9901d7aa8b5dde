import { useUser } from '@/api/use-user'
import { SafetyCentre } from '@/features/safety/components/safety-centre'

export default function SafetyRoute() {
  const { user } = useUser()
  return <SafetyCentre isMember={Boolean(user)} />
}
