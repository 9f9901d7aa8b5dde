import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { classes } from '@/ui/classes'
import styles from './chips.module.css'
import { FieldGroup, type FieldProps } from '@/ui/fields/field'

interface Option<V extends string> {
  value: V
  label: ReactNode
}

interface RadioProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
}

/** One of several, as chips over real radio buttons. */
export function RadioChips<V extends string>({ options, value, onChange, ...field }: RadioProps<V>) {
  const name = useId()
  return (
    <FieldGroup {...field}>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

interface ChecksProps<V extends string> extends FieldProps {
  options: readonly Option<V>[]
  values: readonly V[]
  onChange: (values: V[]) => void
}

/** Any of several, as chips over real check boxes. */
export function CheckChips<V extends string>({ options, values, onChange, ...field }: ChecksProps<V>) {
  // By what the box says: a choice that is entered twice (`src/hydration.ts`) stays one.
  const changed = (value: V, isChosen: boolean) => {
    const others = values.filter((other) => other !== value)
    return isChosen ? [...others, value] : others
  }
  return (
    <FieldGroup {...field}>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="checkbox"
              checked={values.includes(option.value)}
              onChange={(event) => onChange(changed(option.value, event.target.checked))}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  pressed?: boolean
}

/** A single chip that does something, such as a filter; `pressed` when it is on or off. */
export function Chip({ pressed, className, children, type = 'button', ...rest }: ChipProps) {
  return (
    <button {...rest} type={type} className={classes(styles.chip, className)} aria-pressed={pressed}>
      {children}
    </button>
  )
}

/** A row of chips that scrolls sideways on a phone. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.scroller} role="group" aria-label={label}>
      {children}
    </div>
  )
}
