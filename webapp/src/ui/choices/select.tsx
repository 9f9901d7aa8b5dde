import { ChevronDown } from 'lucide-react'
import type { ReactNode, SelectHTMLAttributes } from 'react'
import { classes } from '@/ui/classes'
import { Field, type FieldProps } from '@/ui/fields/field'
import styles from '@/ui/fields/field.module.css'

type Props = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { children: ReactNode }

export function Select({ label, hint, error, id, className, children, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className={styles.wrapped}>
          <select {...rest} {...control} className={classes(styles.input, className)}>
            {children}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      )}
    </Field>
  )
}
