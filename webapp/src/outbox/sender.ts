import { exclusively } from '@/api/device/tabs'
import type { Id } from '@/api/types'
import type { Environment } from './environment'
import type { Delivered, QueuedMessage } from './message'
import { failureOf, goesBackToComposer } from './outcome'
import { deferred, deferredAll, failed, headOf, renewed } from './queue'
import type { QueueView } from './queue-view'

/**
 * Runs for a message that was refused as soon as it was written, or that is taken back. `error` is null for the
 * member's own wish; `isBack` says that its content belongs in the composer again.
 */
export type ReturnListener = (message: QueuedMessage, error: unknown, isBack: boolean) => void

/** Why delivery to a recipient ended. */
export type Stop =
  /** Nothing is left to send: the queue is empty, or its head has failed. */
  | { why: 'done' }
  /** Another try makes sense at that time; null where the server named none. */
  | { why: 'unavailable' | 'not_before'; until: number | null }
  | { why: 'logged_out' }
  /** Another member has logged in, or a page has to settle the head. */
  | { why: 'left' }

type Step = Stop | 'next'

const done: Stop = { why: 'done' }
const left: Stop = { why: 'left' }

/** Sends the queue of each recipient in order. */
export class Sender {
  readonly onDelivered = new Set<(sent: Delivered) => void>()
  /** At most one listener for each recipient: the composer that is open. */
  readonly onReturned = new Map<Id, ReturnListener>()
  readonly #uploads = new Map<Id, AbortController>()

  constructor(
    private readonly view: QueueView,
    private readonly environment: Environment,
  ) {}

  /** Ends the upload of a message that was discarded. */
  abort(id: Id): void {
    this.#uploads.get(id)?.abort()
  }

  /**
   * Sends to one recipient until nothing is left or the head has to wait. The Web Lock, shared with the other tabs and
   * the service worker, makes one of them send at a time; the next one finds the rest in the store.
   */
  async deliverTo(profileId: Id): Promise<Stop> {
    const { memberId } = this.view
    if (!memberId) return left
    return exclusively(this.environment.locks, `outbox:${memberId}:${profileId}`, () =>
      this.#deliverAll(memberId, profileId),
    )
  }

  async #deliverAll(memberId: Id, profileId: Id): Promise<Stop> {
    for (;;) {
      await this.view.refresh()
      if (this.view.memberId !== memberId) return left
      const head = headOf(this.view.queue, profileId)
      if (!head) return done
      if ((head.notBefore ?? 0) > this.environment.now()) return { why: 'not_before', until: head.notBefore! }
      const step = await this.#deliver(memberId, head)
      if (step !== 'next') return step
    }
  }

  async #deliver(memberId: Id, message: QueuedMessage): Promise<Step> {
    const { view, environment } = this
    const upload = new AbortController()
    this.#uploads.set(message.id, upload)
    view.show(message.id, { state: 'sending' })
    try {
      if (message.waited && (await environment.loggedInMember()) !== memberId) return this.#loggedOut(message)
      const sent = await environment.send(message, {
        onProgress: (progress) => view.show(message.id, { progress }),
        signal: upload.signal,
      })
      if (view.memberId !== memberId) return left
      this.onDelivered.forEach((listener) => listener({ ...sent, profileId: message.profileId }))
      await view.remove([message.id])
      return 'next'
    } catch (error) {
      if (view.memberId !== memberId) return left
      return upload.signal.aborted ? 'next' : this.#settle(message, error)
    } finally {
      this.#uploads.delete(message.id)
    }
  }

  #loggedOut({ profileId }: QueuedMessage): Stop {
    this.view.set(deferredAll(this.view.queue, profileId))
    return { why: 'logged_out' }
  }

  async #settle(message: QueuedMessage, error: unknown): Promise<Step> {
    const { view, environment } = this
    const failure = failureOf(error)
    if (failure.kind === 'logged_out') return this.#loggedOut(message)
    if (failure.kind === 'unavailable') return this.#defer(message, failure.retryAfter)
    if (!environment.isAttended && failure.kind !== 'refused') return left
    if (failure.kind === 'withdrawn') {
      await view.replace(message.id, renewed(message, environment.newId()))
      return 'next'
    }
    const isFresh = !message.waited && this.onReturned.has(message.profileId)
    if (isFresh && goesBackToComposer(error) && (await this.#returnTexts(message, error))) return 'next'
    const refused = failed(message, failure.reason)
    await view.replace(message.id, refused)
    if (isFresh) this.onReturned.get(message.profileId)?.(refused, error, false)
    return done
  }

  /** Saves the pause the server asked for, so that no other tab and no worker asks sooner. */
  async #defer(message: QueuedMessage, retryAfter: number | null): Promise<Stop> {
    this.view.set(deferredAll(this.view.queue, message.profileId))
    if (retryAfter === null) return { why: 'unavailable', until: null }
    const until = this.environment.now() + retryAfter * 1000
    await this.view.replace(message.id, deferred(message, until))
    return { why: 'unavailable', until }
  }

  /** Puts a refused text and those behind it back into the composer. False if one of them is no plain text. */
  async #returnTexts(message: QueuedMessage, error: unknown): Promise<boolean> {
    const unsent = this.view.queue.filter(({ profileId }) => profileId === message.profileId)
    if (!unsent.every((each) => each.kind === 'text' && each.icebreaker === undefined)) return false
    await this.view.remove(unsent.map(({ id }) => id))
    const text = unsent.map((each) => each.text).join('\n')
    this.onReturned.get(message.profileId)?.({ ...message, text }, error, true)
    return true
  }
}
