import type { ErrorBody, FieldError } from './types'

/** A refusal by the server or the network. `code` is a key of errors.json. */
export class ApiError extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly errors: FieldError[]
  /** Of `email_mistyped`: the address that was probably meant. */
  readonly suggestion: string | null

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly retryAfter: number | null = null,
    /** `X-Request-Id` of the answer, by which operators find it in logs. */
    readonly requestId: string | null = null,
  ) {
    super(body.message)
    this.name = 'ApiError'
    this.code = body.code
    this.field = body.field
    this.errors = body.errors ?? []
    this.suggestion = (body as { suggestion?: string }).suggestion ?? null
  }
}

export function isApiError(error: unknown, code?: string): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}
