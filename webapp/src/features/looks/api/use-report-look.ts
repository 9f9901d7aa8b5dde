import { useEffect } from 'react'
import { api } from '@/api/client'
import type { Id } from '@/api/types'
import { useSettings } from '@/api/use-settings'

/** Tells the server that the member opened this profile, where the site shows looks. */
export function useReportLook(id: Id | undefined): void {
  const looks = useSettings().settings?.looks ?? 'none'
  const told = looks === 'none' ? undefined : id
  useEffect(() => {
    // If this fails, the next look of the day is counted.
    if (told) api.put('looks.php', { profile_id: told }).catch(() => undefined)
  }, [told])
}
