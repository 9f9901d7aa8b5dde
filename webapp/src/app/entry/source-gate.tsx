import type { ReactNode } from 'react'
import { useTracking } from '@/tracking/tracking'
import { MembersOnly } from '@/app/gates/members-only'

/** The gate of a site that is open to visitors with a source alone. */
export default function SourceGate({ visitors }: { visitors: ReactNode }) {
  return useTracking().source() ? visitors : <MembersOnly />
}
