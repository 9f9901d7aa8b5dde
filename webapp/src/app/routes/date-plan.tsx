import { useSearchParams } from 'react-router'
import { DatePlans } from '@/features/safety/components/date-plans'

export default function DatePlanRoute() {
  const [search] = useSearchParams()
  return <DatePlans withId={search.get('with')} />
}
