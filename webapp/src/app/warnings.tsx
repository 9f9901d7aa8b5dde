import { OfflineBar } from '../ui'

/** What a member should know before anything else on the screen. */
export function Warnings() {
  return <OfflineBar />
}
