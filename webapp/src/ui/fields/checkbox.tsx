import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './checkbox.module.css'
import { FieldError } from './field'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, error, id, ...rest }: Props) {
  const own = useId()
  const inputId = id ?? own
  return (
    <div className={styles.field}>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
      <div className={styles.row}>
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : rest['aria-describedby']}
        />
        <label htmlFor={inputId}>{label}</label>
      </div>
    </div>
  )
}

interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  'aria-describedby'?: string
}

export function Switch({ label, checked, onChange, disabled, ...described }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...described}
      />
    </label>
  )
}
