import { useId } from 'react'

/** The rounded square whose colour runs round from teal to rose. */
export function Logo({ size = 28 }: { size?: number }) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <clipPath id={id}>
        <rect width="32" height="32" rx="9" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {wedges.map((wedge) => (
          <path key={wedge.d} d={wedge.d} fill={wedge.fill} stroke={wedge.fill} strokeWidth="0.4" />
        ))}
      </g>
    </svg>
  )
}

const stops = [
  [0, [0x2f, 0xb4, 0xc8]],
  [0.2, [0x8f, 0x5f, 0x8c]],
  [0.36, [0xcd, 0x17, 0x5a]],
  [0.5, [0x7a, 0x3a, 0x68]],
  [0.68, [0x00, 0x67, 0x75]],
  [1, [0x2f, 0xb4, 0xc8]],
] as const

function colourAt(turn: number): string {
  const next = stops.findIndex(([at]) => at >= turn)
  const [to, high] = stops[Math.max(1, next)]!
  const [from, low] = stops[Math.max(1, next) - 1]!
  const share = (turn - from) / (to - from)
  return `rgb(${low.map((channel, i) => Math.round(channel + (high[i]! - channel) * share)).join(' ')})`
}

const steps = 48
const wedges = Array.from({ length: steps }, (_, i) => {
  const point = (step: number) => {
    const angle = (step / steps) * 2 * Math.PI
    return `${(16 + 26 * Math.sin(angle)).toFixed(2)} ${(16 - 26 * Math.cos(angle)).toFixed(2)}`
  }
  return { d: `M16 16L${point(i)}L${point(i + 1)}Z`, fill: colourAt((i + 0.5) / steps) }
})
