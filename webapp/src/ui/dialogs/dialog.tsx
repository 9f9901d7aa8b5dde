import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button'
import { classes } from '@/ui/classes'
import styles from './dialog.module.css'

interface Props {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** False while something must finish first: Esc, the backdrop and the cross then do nothing. */
  closable?: boolean
  /** True while something is going on in it: Esc and a press beside it do nothing but call this; the cross closes. */
  onStay?: (() => void) | undefined
  size?: 'small' | 'large'
  form?: 'dialog' | 'sheet'
  hideTitle?: boolean
  className?: string
}

/** A modal on the browser's own `<dialog>`: focus stays inside and returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  closable = true,
  onStay,
  size = 'small',
  form = 'dialog',
  hideTitle,
  className,
}: Props) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    // Also of one that goes while it is open: closed, it gives the focus back.
    return () => dialog.close()
  }, [open])

  const leave = () => {
    if (onStay) onStay()
    else if (closable) onClose()
  }

  return (
    // A press beside the dialog lands on the element itself; the keyboard has Esc and the cross.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className={classes(styles.dialog, styles[size], styles[form], className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        leave()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || (closable && !onStay)) return
        event.preventDefault()
        leave()
      }}
      onClick={(event) => event.target === ref.current && leave()}
    >
      {open && (
        <div className={styles.content}>
          <header className={classes(styles.header, hideTitle && styles.bare)}>
            <h2 id={titleId} className={classes(hideTitle && styles.hidden)}>
              {title}
            </h2>
            {closable && (
              <IconButton className={styles.close} label={t('close')} onClick={onClose}>
                <X size={22} />
              </IconButton>
            )}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

/** From the bottom on a phone, an ordinary dialog elsewhere. */
export function Sheet(props: Omit<Props, 'form'>) {
  return <Dialog {...props} form="sheet" />
}

/** The buttons that end a dialog, the main one first in reading order. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
