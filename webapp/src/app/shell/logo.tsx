import { useId } from 'react'

/** The rounded square whose colour runs round from the brand's to rose. */
export function Logo({ size = 28 }: { size?: number }) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <clipPath id={id}>
        <rect width="32" height="32" rx="9" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {wedges.map((wedge) => (
          <path key={wedge.d} d={wedge.d} style={wedge.colour} strokeWidth="0.4" />
        ))}
      </g>
    </svg>
  )
}

/** How much of the rose there is, round the square; the rest is the brand's own colour. */
const stops = [
  [0, 0],
  [0.36, 1],
  [0.68, 0],
  [1, 0],
] as const

function roseAt(turn: number): number {
  const next = Math.max(
    1,
    stops.findIndex(([at]) => at >= turn),
  )
  const [to, high] = stops[next]!
  const [from, low] = stops[next - 1]!
  return Math.round((low + (high - low) * ((turn - from) / (to - from))) * 100)
}

const steps = 48
const wedges = Array.from({ length: steps }, (_, i) => {
  const point = (step: number) => {
    const angle = (step / steps) * 2 * Math.PI
    return `${(16 + 26 * Math.sin(angle)).toFixed(2)} ${(16 - 26 * Math.cos(angle)).toFixed(2)}`
  }
  const colour = `color-mix(in srgb, var(--accent) ${roseAt((i + 0.5) / steps)}%, var(--primary))`
  return { d: `M16 16L${point(i)}L${point(i + 1)}Z`, colour: { fill: colour, stroke: colour } }
})
