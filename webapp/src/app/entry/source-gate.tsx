import type { ReactNode } from 'react'
import { readSource } from '@/tracking/tracking'
import { MembersOnly } from '@/app/gates/members-only'

/** For a site whose members may be looked for by those alone who were sent. */
export default function SourceGate({ visitors }: { visitors: ReactNode }) {
  return readSource() ? visitors : <MembersOnly />
}
