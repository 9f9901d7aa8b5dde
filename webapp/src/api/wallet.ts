import type { User } from './types'

/** A balance, and the number of the wallet's change that it is from: 0 where that is unknown. */
export interface Balance {
  credits: number
  wallet_version: number
}

/** Whether the first number is of an earlier change. Answers of the release before have none. */
export const isEarlier = (version: number | undefined, than: number | undefined): boolean =>
  Boolean(version && than && version < than)

/**
 * The member with this balance, unless theirs is from a later change. Each service copies the wallet in its own time, so
 * an answer that comes later may tell an earlier balance.
 */
export function withBalance(user: User, { credits, wallet_version: version }: Balance): User {
  return isEarlier(version, user.wallet_version)
    ? user
    : { ...user, credits, wallet_version: version || user.wallet_version }
}

/** The answer about the member, with the balance that is already known where that is from a later change. */
export function withKnownBalance(answer: User | null, known: User | null | undefined): User | null {
  if (!answer || known?.id !== answer.id || !isEarlier(answer.wallet_version, known.wallet_version)) return answer
  return { ...answer, credits: known.credits, wallet_version: known.wallet_version }
}
