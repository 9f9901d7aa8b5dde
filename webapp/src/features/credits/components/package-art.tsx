import styles from './package-cards.module.css'

const bubbles = [
  { x: 24, y: 22, width: 64, mine: false },
  { x: 46, y: 48, width: 58, mine: true },
  { x: 4, y: 44, width: 36, mine: false },
  { x: 68, y: 2, width: 42, mine: true },
]

/** As many bubbles as the package is large; the largest has a heart in it. */
export function PackageArt({ rank }: { rank: number }) {
  const shown = bubbles.slice(0, rank + 1).toReversed()
  return (
    <svg className={styles.art} viewBox="0 0 112 80" aria-hidden="true">
      {shown.map(({ x, y, width, mine }) => (
        <path key={x} className={mine ? styles.mine : styles.theirs} d={bubblePath(x, y, width, 30, mine)} />
      ))}
      {rank >= 3 ? (
        <path
          className={styles.heart}
          d="M56 48c-8-5.6-11-8.6-11-12.4a5.4 5.4 0 0 1 11-2.4a5.4 5.4 0 0 1 11 2.4c0 3.8-3 6.8-11 12.4z"
        />
      ) : (
        [0, 1, 2].map((dot) => <circle key={dot} className={styles.dot} cx={44 + dot * 12} cy="37" r="3.6" />)
      )}
    </svg>
  )
}

/** Round with one tighter corner towards its speaker. */
function bubblePath(x: number, y: number, width: number, height: number, mine: boolean): string {
  const round = 13
  const [left, right] = mine ? [round, 5] : [5, round]
  return [
    `M${x + round} ${y}h${width - 2 * round}a${round} ${round} 0 0 1 ${round} ${round}`,
    `v${height - round - right}a${right} ${right} 0 0 1 ${-right} ${right}`,
    `h${-(width - left - right)}a${left} ${left} 0 0 1 ${-left} ${-left}`,
    `v${-(height - round - left)}a${round} ${round} 0 0 1 ${round} ${-round}z`,
  ].join('')
}
