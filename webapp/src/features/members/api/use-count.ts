import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { Query } from '@/features/members/model/filters'
import { fetchCount } from './search'

const debounce = 300

/** How many would be found; a slider that is still moving does not ask. */
export function useCount(query: Query | null) {
  const wanted = query && JSON.stringify(query)
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), debounce)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data } = useSWR(
    settled && ['count', settled],
    ([, text]: [string, string]) => fetchCount(JSON.parse(text) as Query),
    { revalidateOnFocus: false },
  )
  return wanted === settled ? data : undefined
}
