import { useEffect, useState } from 'react'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'

const most = 300
const who = 'shown'

/** Whether this device shows it for the first time. */
export function useOnce(name: string, id: Id): boolean {
  const [isFirst] = useState(() => !(kept<Id[]>(who, name) ?? []).includes(id))
  useEffect(() => {
    const shown = kept<Id[]>(who, name) ?? []
    if (!shown.includes(id)) keep(who, name, [...shown, id].slice(-most))
  }, [name, id])
  return isFirst
}
