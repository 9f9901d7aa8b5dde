import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button'
import { classes } from './classes'
import styles from './toasts.module.css'

type Kind = 'plain' | 'success' | 'danger' | 'accent'

export interface Toast {
  id: number
  text: string
  kind: Kind
  action?: { label: string; run: () => void }
  /** Milliseconds on screen; an undo stays six seconds. */
  stays: number
  onGone?: () => void
}

let toasts: Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: Toast[]) {
  toasts = next
  listeners.forEach((listener) => listener())
}

export function showToast(toast: Partial<Omit<Toast, 'id'>> & { text: string }): () => void {
  const id = ++last
  set([...toasts.slice(-2), { kind: 'plain', stays: 6_000, ...toast, id }])
  return () => dismiss(id)
}

function dismiss(id: number) {
  set(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className={styles.toasts} role="status">
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setTimeout(() => {
      dismiss(toast.id)
      toast.onGone?.()
    }, toast.stays)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div className={classes(styles.toast, styles[toast.kind])}>
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismiss(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton
        label={t('close')}
        onClick={() => {
          dismiss(toast.id)
          toast.onGone?.()
        }}
      >
        <X size={20} />
      </IconButton>
    </div>
  )
}
