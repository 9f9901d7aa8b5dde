import { useUser } from '@/api/use-user'
import { RepeatScreen } from '@/features/credits/components/repeat-screen'
import { Page } from '@/ui'

export default function RepeatOrderRoute() {
  const { user } = useUser()
  return <Page width="reading">{user && <RepeatScreen memberId={user.id} />}</Page>
}
