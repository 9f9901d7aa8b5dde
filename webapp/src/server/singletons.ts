import { pageOutbox } from '@/outbox/page-outbox'
import { Singletons } from '@/singletons'

/** The singletons of one drawing. Its outbox hears of no other page: a channel would stay open, and end in all drawings. */
export function singletonsOfDrawing(): Singletons {
  const singletons = new Singletons()
  const channel = { announce: () => undefined, listen: () => undefined, close: () => undefined }
  singletons.set(pageOutbox, pageOutbox({ channel, onOnline: () => () => undefined }))
  return singletons
}
