import { useSearchParams } from 'react-router'
import { safeNext } from '../../../app/paths'

/** Where the member came from and wants to go back to after paying. */
export function useNext(): string | null {
  const [search] = useSearchParams()
  const next = search.get('next')
  return next === null ? null : safeNext(next)
}
