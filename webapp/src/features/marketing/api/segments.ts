import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { SegmentConditions, SegmentsOfDesk } from '@/api/types'

const path = 'marketing-segments.php'

export const useSegments = () => useSWR<SegmentsOfDesk>(address(path), () => api.get<SegmentsOfDesk>(path))

/** Saves a segment: a new one, or a change of this version of it. */
export async function saveSegment(
  id: string,
  version: number | null,
  name: string,
  conditions: Partial<SegmentConditions>,
) {
  const segment = { id, name, conditions }
  await (version === null ? api.post(path, segment) : api.put(path, { ...segment, version }))
  await mutate(address(path))
}

export async function deleteSegment(id: string) {
  await api.delete(path, { id })
  await mutate(address(path))
}
