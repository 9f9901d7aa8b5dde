import { api } from '@/api/client'
import type { SignupProblem } from '@/api/types'

/** The answers that the server has rules for beyond ours: lists of common passwords, reserved names, throwaway mailboxes. */
export interface CheckedAnswers {
  name?: string
  email?: string
  /** The address stays as it is, although it looks mistyped. */
  email_kept?: boolean
  password?: string
}

/** What the server would refuse. Nothing when it cannot be asked: the sign-up itself checks everything again. */
export async function askAboutAnswers(answers: CheckedAnswers): Promise<SignupProblem[]> {
  try {
    const { problems } = await api.post<{ problems: SignupProblem[] }>('signup-check.php', answers, { retries: 0 })
    return problems
  } catch {
    return []
  }
}
