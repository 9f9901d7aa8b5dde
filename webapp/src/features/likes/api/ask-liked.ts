import { api } from '@/api/client'
import type { Id } from '@/api/types'

const batchSize = 30

interface Question {
  id: Id
  answer: (liked: boolean) => void
  fail: (error: unknown) => void
}

/** Returns a function that answers whether the member likes someone. Calls of one task share a request, 30 to each. */
export function createAskLiked(): (id: Id) => Promise<boolean> {
  let waiting: Question[] = []

  function flush() {
    const questions = waiting
    waiting = []
    for (let start = 0; start < questions.length; start += batchSize)
      void askBatch(questions.slice(start, start + batchSize))
  }

  return (id) =>
    new Promise((answer, fail) => {
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push({ id, answer, fail })
    })
}

async function askBatch(questions: Question[]) {
  try {
    const { liked } = await api.get<{ liked: Id[] }>('like.php', {
      profile_ids: questions.map(({ id }) => id).join(','),
    })
    for (const { id, answer } of questions) answer(liked.includes(id))
  } catch (error) {
    for (const { fail } of questions) fail(error)
  }
}
