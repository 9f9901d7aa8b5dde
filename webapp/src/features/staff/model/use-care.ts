import useSWR from 'swr'
import { local } from '@/api/device/storage'
import type { QueuedCase } from '@/api/types'

/** How a moderator wants to meet what is hard to look at. Null is no limit and no reminder. */
export interface Care {
  pictures: 'clear' | 'blurred' | 'grey'
  isMuted: boolean
  graveADay: number | null
  breakAfterMinutes: number | null
}

const careKey = 'desk-care'
const graveKey = 'desk-grave'
const usual: Care = { pictures: 'clear', isMuted: false, graveADay: null, breakAfterMinutes: null }
const grave: ReadonlySet<string> = new Set(['under_age', 'illegal', 'threat'])

export const isGrave = ({ severity }: Pick<QueuedCase, 'severity'>): boolean => grave.has(severity)

function stored<T>(key: string, otherwise: T): T {
  try {
    return { ...otherwise, ...(JSON.parse(local.get(key) ?? '{}') as Partial<T>) }
  } catch {
    return otherwise
  }
}

/** The settings of this device, and how to change them. */
export function useCare() {
  const { data = usual, mutate } = useSWR('desk care', () => stored(careKey, usual), {
    // Known at once: a picture is never clear for a moment.
    fallbackData: stored(careKey, usual),
    revalidateOnFocus: false,
  })
  const change = (care: Care) => {
    local.set(careKey, JSON.stringify(care))
    void mutate(care, { revalidate: false })
  }
  return [data, change] as const
}

const today = () => new Date().toISOString().slice(0, 10)

/** The grave cases opened today. */
export function graveToday(): readonly string[] {
  const { day, ids } = stored(graveKey, { day: '', ids: [] as string[] })
  return day === today() ? ids : []
}

/** Counts a grave case; one that was opened today already counts once. */
export function countGrave(id: string): void {
  local.set(graveKey, JSON.stringify({ day: today(), ids: [...new Set([...graveToday(), id])] }))
}
