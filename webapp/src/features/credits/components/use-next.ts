import { useSearchParams } from 'react-router'
import { safeNext } from '@/paths'

/** The path to return to after paying. */
export function useNext(): string | null {
  const [search] = useSearchParams()
  const next = search.get('next')
  return next === null ? null : safeNext(next)
}

/** The discount code the member gave. */
export function useCode(): string | null {
  const [search] = useSearchParams()
  return search.get('code')
}
