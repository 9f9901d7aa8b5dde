import type { paths } from './schema'

type Answers = paths['/api/chat.php']['post']['responses']
type CodeOf<Answer> = Answer extends { content: { 'application/json': { error: { code: infer Code } } } } ? Code : never

/** The codes with which the server refuses a message, and those of the device. */
export type SendRefusal = CodeOf<Answers[keyof Answers]> | 'photo_unreadable' | 'voice_unreadable'

/** The way on from a refused message. */
export type Remedy =
  /** Credits help, for a debt as well. */
  | 'buy'
  | 'premium'
  /** Nothing can be written here: for good, or until something changes. */
  | 'closed'
  | 'closed_for_now'
  /** The content itself is refused: changed in the composer, or deleted. */
  | 'edit'
  | 'delete'
  /** The id is used up: sent again under another one. */
  | 'renew'
  | 'log_in'
  /** The member waits, with the words in the composer. */
  | 'wait'
  | 'retry'

/** Complete by type: a code that the API document adds fails the build until it has its remedy. */
export const remedies: Record<SendRefusal, Remedy> = {
  age_assurance_required: 'wait',
  authentication_required: 'log_in',
  blocked: 'closed',
  blocked_by_you: 'closed_for_now',
  call_not_possible: 'retry',
  call_over: 'retry',
  call_taken: 'retry',
  calls_not_offered: 'retry',
  case_not_yours: 'retry',
  case_taken: 'retry',
  conflict: 'retry',
  credits_owed: 'buy',
  forbidden: 'retry',
  foreign_request: 'retry',
  gift_stays: 'retry',
  icebreaker_too_late: 'delete',
  idempotency_key_reused: 'retry',
  in_another_call: 'retry',
  malformed_request: 'retry',
  marketer_required: 'retry',
  members_only: 'log_in',
  message_empty: 'edit',
  message_taken_back: 'retry',
  message_too_long: 'edit',
  not_enough_credits: 'buy',
  not_found: 'closed',
  not_offered: 'retry',
  not_translatable: 'retry',
  finance_required: 'retry',
  owner_required: 'retry',
  partner_not_confirmed: 'closed_for_now',
  partner_unavailable: 'closed',
  payment_required: 'retry',
  photo_animated: 'delete',
  photo_broken: 'delete',
  photo_empty: 'delete',
  photo_too_large: 'delete',
  photo_too_many_pixels: 'delete',
  photo_too_small: 'delete',
  photo_unreadable: 'delete',
  photo_wrong_type: 'delete',
  premium_required: 'premium',
  rate_limited: 'retry',
  same_text_to_many: 'delete',
  send_withdrawn: 'renew',
  staff_required: 'retry',
  support_required: 'retry',
  too_large: 'delete',
  too_late_to_take_back: 'retry',
  translator_unavailable: 'retry',
  unavailable: 'retry',
  unknown_site: 'retry',
  validation_failed: 'retry',
  voice_broken: 'delete',
  voice_empty: 'delete',
  voice_silent: 'delete',
  voice_too_long: 'delete',
  voice_unreadable: 'delete',
  voice_wrong_type: 'delete',
  wallet_frozen: 'wait',
  writer_required: 'retry',
  wrong_type: 'retry',
}

export function remedyOf(code: string | undefined): Remedy {
  return remedies[code as SendRefusal] ?? 'retry'
}

/** Money helps: `buy` and `premium` lead to a purchase and back. */
export function needsMoney(code: string | undefined): boolean {
  return ['buy', 'premium'].includes(remedyOf(code))
}
