import { useState, type ReactNode } from 'react'
import { OutboxContext, outboxSlot } from '@/outbox/context'

/** Provides the one outbox of the app, empty until a screen needs it. */
export function OutboxProvider({ children }: { children: ReactNode }) {
  const [slot] = useState(() => outboxSlot())
  return <OutboxContext value={slot}>{children}</OutboxContext>
}
