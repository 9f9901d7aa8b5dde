import { createContext } from 'react'
import type { Outbox } from './outbox'

/** Returns the outbox of the app, made by the first call. */
export type OutboxSlot = (make: () => Outbox) => Outbox

export function outboxSlot(outbox?: Outbox): OutboxSlot {
  return (make) => (outbox ??= make())
}

/**
 * Holds the outbox of the app. The root provides an empty slot, and the first screen that needs the outbox fills it
 * (`useOutbox`): so the outbox lives as long as the page and its code is not part of the shell.
 */
export const OutboxContext = createContext<OutboxSlot | null>(null)
