/** The time that is left, as it stands on the clock. */
export interface Countdown {
  isVisible: boolean
  hours: string
  minutes: string
  seconds: string
}

const two = (value: number) => String(value).padStart(2, '0')

export function countdownOf(secondsLeft: number): Countdown {
  const left = Math.max(0, Math.ceil(secondsLeft))
  return {
    isVisible: left > 0,
    hours: two(Math.floor(left / 3600)),
    minutes: two(Math.floor((left % 3600) / 60)),
    seconds: two(left % 60),
  }
}

export type Spoken = 'left_hour' | 'left_quarter' | 'left_minute'
const spoken: readonly [number, Spoken][] = [
  [3600, 'left_hour'],
  [900, 'left_quarter'],
  [60, 'left_minute'],
]

/** The announcement for a step of the clock, at three moments only. */
export function spokenAt(before: number, now: number): Spoken | null {
  return spoken.findLast(([moment]) => before > moment && now <= moment)?.[1] ?? null
}
