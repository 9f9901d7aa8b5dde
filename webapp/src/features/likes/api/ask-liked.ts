import { api } from '@/api/client'
import type { Id } from '@/api/types'

const atOnce = 30

interface Question {
  id: Id
  answer: (liked: boolean) => void
  fail: (error: unknown) => void
}

let waiting: Question[] = []

/** Whether the member likes them; a grid that asks for each of its cards asks the server once. */
export function askLiked(id: Id): Promise<boolean> {
  return new Promise((answer, fail) => {
    if (waiting.length === 0) queueMicrotask(ask)
    waiting.push({ id, answer, fail })
  })
}

function ask() {
  const questions = waiting
  waiting = []
  for (let start = 0; start < questions.length; start += atOnce) void askSome(questions.slice(start, start + atOnce))
}

async function askSome(questions: Question[]) {
  try {
    const { liked } = await api.get<{ liked: Id[] }>('like.php', {
      profile_ids: questions.map(({ id }) => id).join(','),
    })
    for (const { id, answer } of questions) answer(liked.includes(id))
  } catch (error) {
    for (const { fail } of questions) fail(error)
  }
}
