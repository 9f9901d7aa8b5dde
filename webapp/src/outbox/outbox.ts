import { ApiError } from '@/api/api-error'
import type { Id } from '@/api/types'
import type { Environment } from './environment'
import type { Content, Delivered, QueuedMessage } from './message'
import { enqueued, expired, headOf, nextPosition, recipientsOf, refusalOf, retried } from './queue'
import { QueueView } from './queue-view'
import { Sender, type ReturnListener, type Stop } from './sender'

/** Pause before another try where the server named none, in milliseconds. */
const retryPause = 15_000

/** Environment of a page: it can also ask for the service worker. */
export interface PageEnvironment extends Environment {
  /** Registers a background sync: the browser wakes the service worker once there is a network. */
  requestSync: () => void
  /** Calls the listener when the browser has a network again. */
  onOnline: (listener: () => void) => () => void
}

/** The outbox of one page: the queue of the logged-in member, and its delivery while the page is open. */
export class Outbox {
  readonly #view: QueueView
  readonly #sender: Sender
  readonly #delivering = new Set<Id>()
  readonly #stopListening: () => void
  #timer: { id: ReturnType<typeof setTimeout>; at: number } | null = null

  constructor(private readonly environment: PageEnvironment) {
    this.#view = new QueueView(environment)
    this.#sender = new Sender(this.#view, environment)
    environment.channel.listen(() => void this.#view.refresh().then(this.work))
    this.#stopListening = environment.onOnline(this.work)
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener)
  /** Unsent messages of the member, to all recipients, in order. The same array until something changes. */
  readonly messages = (): readonly QueuedMessage[] => this.#view.queue

  /** Takes up the unsent messages of that member on this device; those of another are never shown. */
  open(memberId: Id): void {
    const { store, now } = this.environment
    if (this.#view.memberId === memberId) return this.work()
    this.#view.begin(memberId)
    void store
      .all(memberId)
      .then(async (stored) => {
        if (this.#view.memberId !== memberId) return
        const old = expired(stored, now())
        if (old.length > 0) void this.#view.remove(old)
        await this.#view.refresh()
        this.work()
      })
      .catch(() => undefined)
  }

  /** Enqueues a message. Returns the error if the queue cannot take it. */
  send(profileId: Id, content: Content, credits: number): ApiError | null {
    const { isOnline, now, newId } = this.environment
    const { queue } = this.#view
    const refusal = refusalOf(queue, content)
    if (refusal) return new ApiError(422, refusal)
    const message = enqueued(queue, content, { id: newId(), profileId, credits, now: now(), isOnline: isOnline() })
    this.#view.set([...queue, message])
    void this.#view.save(message).then((isSaved) => {
      // Only a message on the device is shown as waiting: the page may be closed right then.
      if (!isSaved && !isOnline())
        return this.#return(message, new ApiError(507, { code: 'unsent_no_room', message: '' }))
      if (message.waited && !this.#delivering.has(profileId)) this.#view.show(message.id, { state: 'waiting' })
      this.work()
    })
    return null
  }

  retry(id: Id): void {
    this.#change(id, (message) => retried(message, this.environment.now()))
  }

  /** Moves a failed message behind all others, so that it blocks none. */
  moveToEnd(id: Id): void {
    this.#change(id, (message) => ({
      ...message,
      position: nextPosition(this.#view.queue, this.environment.now()),
    }))
  }

  #change(id: Id, change: (message: QueuedMessage) => QueuedMessage): void {
    const message = this.#view.find(id)
    if (message) void this.#view.replace(id, change(message)).then(this.work)
  }

  discard(id: Id): void {
    this.#sender.abort(id)
    void this.#view.remove([id]).then(this.work)
  }

  /** Removes a message and returns its content to the composer. */
  takeBack(id: Id): void {
    const message = this.#view.find(id)
    if (message) this.#return(message, null)
  }

  #return(message: QueuedMessage, error: unknown): void {
    this.discard(message.id)
    this.#sender.onReturned.get(message.profileId)?.(message, error, true)
  }

  /** Removes messages that a read of the conversation has shown. One in flight ends with its answer, which has the price. */
  confirm(ids: readonly Id[]): void {
    const known = this.#view.queue.filter(({ id, state }) => state !== 'sending' && ids.includes(id))
    if (known.length > 0) void this.#view.remove(known.map(({ id }) => id)).then(this.work)
  }

  /** Calls the listener for every message the server has taken from this page. */
  onDelivered(listener: (sent: Delivered) => void): () => void {
    this.#sender.onDelivered.add(listener)
    return () => void this.#sender.onDelivered.delete(listener)
  }

  onReturned(profileId: Id, listener: ReturnListener): () => void {
    const { onReturned } = this.#sender
    onReturned.set(profileId, listener)
    return () => void (onReturned.get(profileId) === listener && onReturned.delete(profileId))
  }

  /** Sends everything that can be sent now. */
  readonly work = (): void => {
    this.#stopTimer()
    if (!this.environment.isOnline()) return this.#requestSync()
    for (const profileId of recipientsOf(this.#view.queue)) void this.#deliverTo(profileId)
  }

  #requestSync(): void {
    if (this.#view.queue.some(({ state }) => state !== 'failed')) this.environment.requestSync()
  }

  async #deliverTo(profileId: Id): Promise<void> {
    if (this.#delivering.has(profileId)) return
    this.#delivering.add(profileId)
    const { memberId } = this.#view
    const stop = await this.#sender.deliverTo(profileId).finally(() => this.#delivering.delete(profileId))
    if (this.#view.memberId !== memberId) return
    this.#goOn(profileId, stop)
  }

  #goOn(profileId: Id, stop: Stop): void {
    const { isOnline, now } = this.environment
    // A message may have been enqueued after the last look at the queue.
    if (stop.why === 'done' && isOnline() && headOf(this.#view.queue, profileId)) return void this.#deliverTo(profileId)
    if (stop.why === 'unavailable') this.#requestSync()
    if (stop.why !== 'unavailable' && stop.why !== 'not_before') return
    const until = stop.until ?? 0
    // Spread: those whom a busy server turned away in the same moment do not come back in one.
    const pause = retryPause * (1 - Math.random() / 3)
    this.#workAt(stop.why === 'unavailable' ? Math.max(now() + pause, until + Math.random() * 1_000) : until)
  }

  /** Sets one timer for all recipients, at the earliest of their times. */
  #workAt(at: number): void {
    if (this.#timer && this.#timer.at <= at) return
    this.#stopTimer()
    this.#timer = { id: setTimeout(this.work, at - this.environment.now()), at }
  }

  #stopTimer(): void {
    clearTimeout(this.#timer?.id)
    this.#timer = null
  }

  /** Ends all work of this page; unsent messages stay in the store. */
  close(): void {
    this.#stopTimer()
    this.#stopListening()
    this.#view.memberId = null
    this.#view.set([])
    this.environment.channel.close()
  }
}
