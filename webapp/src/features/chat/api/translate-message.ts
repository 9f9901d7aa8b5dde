import { api } from '@/api/client'
import type { Id, Translation } from '@/api/types'

const most = 2

/** Asks for translations of this page, a few at a time: the service takes seconds for each. */
export function createTranslationQueue() {
  const waiting: (() => void)[] = []
  let running = 0

  return async function translate(message_id: Id, language: string, source: string | null): Promise<Translation> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      const body = { message_id, language, ...(source && { source }) }
      return await api.post<Translation>('chat-translation.php', body, { retries: 0 })
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
