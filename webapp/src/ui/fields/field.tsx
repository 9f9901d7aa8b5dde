import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  id?: string
}

/** Label, hint, error, in that order, tied to the control that the children draw. */
export function Field({
  label,
  hint,
  error,
  id,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const own = useId()
  const controlId = id ?? own
  const described = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
    </div>
  )
}

/** The same order for a group of choices. */
export function FieldGroup({ label, hint, error, id, children }: FieldProps & { children: ReactNode }) {
  const own = useId()
  const groupId = id ?? own
  const described = [hint && `${groupId}-hint`, error && `${groupId}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.field} id={groupId} aria-describedby={described || undefined} tabIndex={-1}>
      <legend className={styles.label}>{label}</legend>
      {hint && (
        <p className={styles.hint} id={`${groupId}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${groupId}-error`}>{error}</FieldError>}
      {children}
    </fieldset>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlert size={18} aria-hidden="true" />
      {children}
    </p>
  )
}
