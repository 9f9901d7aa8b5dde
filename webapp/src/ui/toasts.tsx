import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'
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

type NewToast = Partial<Omit<Toast, 'id'>> & { text: string }

/** The toasts on the screen, at most three. */
export function createToasts() {
  const { get, set, subscribe } = createStore<readonly Toast[]>([])
  let last = 0
  const dismiss = (id: number) => set(get().filter((toast) => toast.id !== id))
  return {
    shown: get,
    subscribe,
    dismiss,
    /** Shows a toast. Returns the function that takes it away. */
    show(toast: NewToast): () => void {
      const id = ++last
      set([...get().slice(-2), { kind: 'plain', stays: 6_000, ...toast, id }])
      return () => dismiss(id)
    },
  }
}

/** Returns `show` of the page's toasts; the same function at every call. */
export function useToast(): (toast: NewToast) => () => void {
  return useSingleton(createToasts).show
}

export function Toasts() {
  const toasts = useSingleton(createToasts)
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown)
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
  const { dismiss } = useSingleton(createToasts)
  useEffect(() => {
    const timer = setTimeout(() => {
      dismiss(toast.id)
      toast.onGone?.()
    }, toast.stays)
    return () => clearTimeout(timer)
  }, [toast, dismiss])
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
