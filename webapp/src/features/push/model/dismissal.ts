import { keep, kept } from '@/api/device/member-storage'

const thirtyDays = 30 * 86_400_000

/** The time at which an alert was dismissed; it returns after a month. */
export function isDismissed(memberId: string, alert: string, now: number): boolean {
  return now - (kept<number>(memberId, `${alert}-dismissed-at`) ?? 0) < thirtyDays
}

export function dismiss(memberId: string, alert: string, now: number): void {
  keep(memberId, `${alert}-dismissed-at`, now)
}
