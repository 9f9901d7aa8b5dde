import { AgeScreen } from '@/features/age/components/age-screen'
import { paths } from '@/paths'
import { Page } from '@/ui'

export default function AgeCheckRoute() {
  return (
    <Page width="reading">
      <AgeScreen to={paths.members} />
    </Page>
  )
}
