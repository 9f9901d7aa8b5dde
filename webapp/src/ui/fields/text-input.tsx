import { Eye, EyeOff } from 'lucide-react'
import { useState, type InputHTMLAttributes, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import { Field, type FieldProps } from './field'
import styles from './field.module.css'

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

export function TextInput({ label, hint, error, id, className, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => <input type="text" {...rest} {...control} className={classes(styles.input, className)} />}
    </Field>
  )
}

type AreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>

export function TextArea({ label, hint, error, id, className, ...rest }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => <textarea {...rest} {...control} className={classes(styles.input, className)} />}
    </Field>
  )
}

export function PasswordInput({ label, hint, error, id, className, ...rest }: InputProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} {...(id && { id })}>
      {(control) => (
        <div className={styles.wrapped}>
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classes(styles.input, styles.withButton, className)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <IconButton
            className={styles.inside}
            label={shown ? t('hide_password') : t('show_password')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={22} /> : <Eye size={22} />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
