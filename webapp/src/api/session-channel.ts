import { openChannel } from './device/tabs'
import { newId } from './new-id'

const name = 'pairwise-session'
/** A channel delivers to all others, also those of its own page: pages know theirs by this id. */
const ownPage = newId()

/** Announces to the other pages of this browser that the member has logged out. */
export function announceLogout(): void {
  const channel = openChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel?.postMessage({ loggedOutBy: ownPage })
  channel?.close()
}

/** Calls back when another page of this browser logged out. Returns the end of listening. */
export function onLoggedOutElsewhere(listener: () => void): () => void {
  const channel = openChannel(name)
  channel?.addEventListener('message', ({ data }: MessageEvent<{ loggedOutBy: string }>) => {
    if (data.loggedOutBy !== ownPage) listener()
  })
  return () => channel?.close()
}
