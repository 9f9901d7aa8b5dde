import type { ReactNode } from 'react'
import { useTracking } from '@/tracking/tracking'
import { MembersOnly } from '@/app/gates/members-only'

/** For a site whose members may be looked for by those alone who were sent. */
export default function SourceGate({ visitors }: { visitors: ReactNode }) {
  return useTracking().source() ? visitors : <MembersOnly />
}
