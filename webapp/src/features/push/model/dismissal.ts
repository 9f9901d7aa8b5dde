import { keep, kept } from '@/api/device/member-storage'

const thirtyDays = 30 * 86_400_000

/** An alert that was put away comes back after a month: what is kept is the time. */
export function isDismissed(memberId: string, alert: string, now: number): boolean {
  return now - (kept<number>(memberId, `${alert}-dismissed-at`) ?? 0) < thirtyDays
}

export function dismiss(memberId: string, alert: string, now: number): void {
  keep(memberId, `${alert}-dismissed-at`, now)
}
