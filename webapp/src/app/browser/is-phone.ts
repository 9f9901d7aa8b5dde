import { useBrowserFact } from '@/ui'

/** Smartphones get pages where others get modals. */
export function isPhone(): boolean {
  return window.matchMedia('(max-width: 767.98px)').matches
}

export const useIsPhone = (): boolean => useBrowserFact(isPhone, false)
