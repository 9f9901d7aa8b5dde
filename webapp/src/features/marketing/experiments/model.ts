export interface ChosenArm {
  version: number
  /** Another page, whose version is copied. */
  page?: string
  /** In percent, as typed; that of the last arm is the rest. */
  share: string
}

export const mostArms = 4

export const nameOf = (index: number): string => 'ABCD'[index] ?? ''

/** Arms with shares as equal as whole percents can be. */
export const evenArms = (arms: readonly Omit<ChosenArm, 'share'>[]): ChosenArm[] =>
  arms.map(({ version, page }) => ({ version, ...(page && { page }), share: String(Math.floor(100 / arms.length)) }))

/** The last arm's share in percent. */
export const restOf = (arms: readonly ChosenArm[]): number =>
  100 - arms.slice(0, -1).reduce((sum, { share }) => sum + Math.round(Number(share)), 0)

/** Weights that sum to 1, or null if an arm would have no visitors. */
export function weightsOf(arms: readonly ChosenArm[]): number[] | null {
  const percents = [...arms.slice(0, -1).map(({ share }) => Math.round(Number(share))), restOf(arms)]
  return percents.every((percent) => percent > 0) ? percents.map((percent) => percent / 100) : null
}
