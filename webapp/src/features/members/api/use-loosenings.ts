import useSWR from 'swr'
import { queryOf, type Filters, type Seeker } from '../model/filters'
import { loosenings } from '../model/loosen'
import { fetchCount } from './search'

/** The filters worth loosening, each with how many there are without it. */
export function useLoosenings(filters: Filters, own: Seeker) {
  const { data } = useSWR(
    ['loosenings', JSON.stringify(queryOf(filters, own))],
    async () => {
      const ways = loosenings(filters)
      const counts = await Promise.all(ways.map((way) => fetchCount(queryOf(way.filters, own))))
      return ways.map((way, index) => ({ ...way, count: counts[index]! })).filter((way) => way.count.value > 0)
    },
    { revalidateOnFocus: false },
  )
  return data
}
