import { ApiError } from '@/api/api-error'
import type { Packages } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Notice } from '@/ui'

interface Props {
  reason: NonNullable<Packages['cannot_buy']>
}

/** Says before an order what it would be refused for: the member's own break, or a check of their wallet or of our books. */
export function CannotBuy({ reason }: Props) {
  const errorText = useErrorText()
  const refusal = new ApiError(403, { code: reason.code, message: '', ...(reason.until && { until: reason.until }) })
  return <Notice kind="warning" role="status" title={errorText(refusal)} />
}
