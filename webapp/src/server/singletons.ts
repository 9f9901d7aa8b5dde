import { pageOutbox } from '@/outbox/page-outbox'
import { Singletons } from '@/singletons'

/** The singletons of one drawing. Its outbox has no channel to other pages: an open channel would outlive the drawing. */
export function singletonsOfDrawing(): Singletons {
  const singletons = new Singletons()
  const channel = { announce: () => undefined, listen: () => undefined, close: () => undefined }
  singletons.set(pageOutbox, pageOutbox({ channel, onOnline: () => () => undefined }))
  return singletons
}
