import type { Id } from '@/api/types'
import type { Environment } from './environment'
import type { Envelope, QueuedMessage } from './message'
import { changed, inOrder, restored, without, type Queue } from './queue'

/** The queue of one member as this page or worker sees it: the store, and the states of its own sends. */
export class QueueView {
  memberId: Id | null = null
  queue: Queue = []
  /** Messages whose write to the store is not done or has failed: these are sent from memory. */
  readonly #unsaved = new Set<Id>()
  // A read of the store that began before a removal must not bring the message back.
  readonly #removed = new Set<Id>()
  readonly #listeners = new Set<() => void>()

  constructor(private readonly environment: Pick<Environment, 'store' | 'channel' | 'now'>) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Changes the view alone. */
  set(queue: Queue): void {
    this.queue = queue
    this.#listeners.forEach((listener) => listener())
  }

  show(id: Id, change: Partial<Envelope>): void {
    this.set(changed(this.queue, id, change))
  }

  /** Begins with an empty view of that member: messages of another are never shown. */
  begin(memberId: Id): void {
    this.memberId = memberId
    this.set([])
  }

  find(id: Id): QueuedMessage | undefined {
    return this.queue.find((message) => message.id === id)
  }

  /** Reads the store again. Raises nothing: without an answer the view stays. */
  async refresh(): Promise<void> {
    const { memberId } = this
    if (!memberId) return
    const stored = await this.environment.store.all(memberId).catch(() => null)
    if (!stored || this.memberId !== memberId) return
    const storedIds = new Set(stored.map(({ id }) => id))
    const known = restored(without(stored, [...this.#removed]), this.environment.now()).map((message) => {
      const own = this.find(message.id)
      return own && (own.state === 'sending' || this.#unsaved.has(own.id)) ? own : message
    })
    const unsaved = this.queue.filter(({ id }) => this.#unsaved.has(id) && !storedIds.has(id))
    this.set(inOrder([...known, ...unsaved]))
  }

  /** Writes the message to the store, in place of `instead`. False without room or permission: it goes from memory. */
  async save(message: QueuedMessage, instead?: Id): Promise<boolean> {
    const { memberId } = this
    if (!memberId) return false
    this.#unsaved.add(message.id)
    try {
      await this.environment.store.put(memberId, message, instead)
      this.#unsaved.delete(message.id)
      this.environment.channel.announce()
      return true
    } catch {
      return false
    }
  }

  /** Shows the message in its new state and saves it. It may have got another id. */
  async replace(id: Id, message: QueuedMessage): Promise<void> {
    const isRenewed = id !== message.id
    if (isRenewed) this.#forget(id)
    this.set(inOrder(this.queue.map((known) => (known.id === id ? message : known))))
    await this.save(message, isRenewed ? id : undefined)
  }

  #forget(id: Id): void {
    this.#removed.add(id)
    this.#unsaved.delete(id)
  }

  /** Removes messages from the view and from the store. */
  async remove(ids: readonly Id[]): Promise<void> {
    for (const id of ids) this.#forget(id)
    this.set(without(this.queue, ids))
    await this.environment.store.remove(ids).catch(() => undefined)
    this.environment.channel.announce()
  }
}
