import { isApiError } from '@/api/api-error'
import { webLocks } from '@/api/device/tabs'
import { address, request } from '@/api/http'
import { newId } from '@/api/new-id'
import type { Id, SentMessage, User } from '@/api/types'
import { broadcastChannel } from '@/outbox/channel'
import type { Environment } from '@/outbox/environment'
import { recipientsOf } from '@/outbox/queue'
import { QueueView } from '@/outbox/queue-view'
import { sendBy } from '@/outbox/request'
import { Sender } from '@/outbox/sender'
import { indexedDbStore } from '@/outbox/store'

/** Longest pause that the worker waits out, in milliseconds. For a longer one the browser runs the sync again. */
const longestPause = 30_000

/** Asks the server for the logged-in member, which also renews the token. Rejects without an answer. */
async function loggedInMember(): Promise<Id | null> {
  try {
    return (await request<{ user: User | null }>('GET', address('user.php'))).user?.id ?? null
  } catch (error) {
    if (isApiError(error) && error.status === 403) return null
    throw error
  }
}

function environmentOf(memberId: Id, store: Environment['store']): Environment {
  return {
    store,
    channel: broadcastChannel(),
    send: sendBy(({ path, body }, { signal }) => request<SentMessage>('POST', address(path), { body, signal })),
    // Asked once for the whole sync.
    loggedInMember: async () => memberId,
    locks: webLocks(),
    isOnline: () => true,
    now: Date.now,
    newId,
    isAttended: false,
  }
}

/** Sends the outbox of the logged-in member. Rejects if a later sync has to send the rest. */
export async function sendUnsent(): Promise<void> {
  const store = indexedDbStore()
  const members = await store.members()
  if (members.size === 0) return
  const memberId = await loggedInMember()
  if (!memberId || !members.has(memberId)) return
  const environment = environmentOf(memberId, store)
  const view = new QueueView(environment)
  view.begin(memberId)
  await view.refresh()
  const sender = new Sender(view, environment)
  try {
    for (const profileId of recipientsOf(view.queue)) await sendTo(sender, profileId)
  } finally {
    environment.channel.announce()
    environment.channel.close()
  }
}

async function sendTo(sender: Sender, profileId: Id): Promise<void> {
  for (;;) {
    const stop = await sender.deliverTo(profileId)
    if (stop.why === 'done' || stop.why === 'left') return
    if (stop.why === 'logged_out' || stop.until === null) throw new Error(stop.why)
    const pause = stop.until - Date.now()
    if (pause > longestPause) throw new Error(stop.why)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
