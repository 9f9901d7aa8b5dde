import { useId, useState } from 'react'
import { FieldGroup } from '@/ui/fields/field'
import styles from './range-field.module.css'

interface Props {
  label: string
  fromLabel: string
  toLabel: string
  min: number
  max: number
  from: number
  to: number
  onChange: (from: number, to: number) => void
}

/** Two ends on one slider, each with a number input beside it. */
export function RangeField({ label, fromLabel, toLabel, min, max, from, to, onChange }: Props) {
  const id = useId()
  const share = (value: number) => (value - min) / (max - min)
  const setFrom = (value: number) => onChange(Math.min(Math.max(value, min), to), to)
  const setTo = (value: number) => onChange(from, Math.max(Math.min(value, max), from))
  return (
    <FieldGroup label={label}>
      <div className={styles.slider} style={{ '--from': share(from), '--to': share(to) } as React.CSSProperties}>
        <input
          type="range"
          aria-label={fromLabel}
          min={min}
          max={max}
          value={from}
          onChange={(event) => setFrom(event.target.valueAsNumber)}
        />
        <input
          type="range"
          aria-label={toLabel}
          min={min}
          max={max}
          value={to}
          onChange={(event) => setTo(event.target.valueAsNumber)}
        />
      </div>
      <div className={styles.numbers}>
        <NumberBox id={`${id}-from`} label={fromLabel} value={from} min={min} max={to} onCommit={setFrom} />
        <span aria-hidden="true">–</span>
        <NumberBox id={`${id}-to`} label={toLabel} value={to} min={from} max={max} onCommit={setTo} />
      </div>
    </FieldGroup>
  )
}

interface BoxProps {
  id: string
  label: string
  value: number
  min: number
  max: number
  onCommit: (value: number) => void
}

/** Keeps the typed text as it is, and parses it on blur. */
function NumberBox({ id, label, value, min, max, onCommit }: BoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed) onCommit(Number(typed))
    setTyped(null)
  }
  return (
    <input
      id={id}
      type="number"
      inputMode="numeric"
      aria-label={label}
      value={typed ?? value}
      min={min}
      max={max}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
