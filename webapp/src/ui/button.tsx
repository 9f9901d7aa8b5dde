import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { classes } from './classes'

type Kind = 'primary' | 'secondary' | 'accent' | 'danger' | 'quiet'

interface Look {
  kind?: Kind
  small?: boolean
  wide?: boolean
  icon?: ReactNode
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Stays focusable and says so, but does nothing. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

function look({ kind = 'primary', small, wide }: Look, className?: string) {
  return classes(styles.button, styles[kind], small && styles.small, wide && styles.wide, className)
}

export function Button({
  kind,
  small,
  wide,
  icon,
  busy,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ ...(kind && { kind }), small: small ?? false, wide: wide ?? false }, className)}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

export function LinkButton({
  kind,
  small,
  wide,
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link {...rest} className={look({ ...(kind && { kind }), small: small ?? false, wide: wide ?? false }, className)}>
      {icon}
      {children}
    </Link>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={classes(styles.icon, className)} aria-label={label} title={label}>
      {children}
    </button>
  )
}
