import { useId, useRef, type ReactNode } from 'react'
import { classes } from '@/ui/classes'
import styles from './menu.module.css'

interface Props {
  /** Draws the button that opens the menu; spread the given props on a real button. */
  trigger: (props: { popoverTarget: string; id: string; 'aria-haspopup': 'true' }) => ReactNode
  label: string
  children: ReactNode
}

const gap = 8

/** A list of links and buttons in a popover under its button. Esc, a press outside or a choice closes it. */
export function Menu({ trigger, label, children }: Props) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)

  const place = () => {
    const menu = ref.current
    const button = document.getElementById(`${id}-button`)
    if (!menu || !button) return
    const box = button.getBoundingClientRect()
    const below = box.bottom + gap + menu.offsetHeight <= window.innerHeight
    menu.style.insetBlockStart = `${Math.max(gap, below ? box.bottom + gap : box.top - gap - menu.offsetHeight)}px`
    menu.style.insetInlineStart = `${Math.max(gap, Math.min(box.right, window.innerWidth - gap) - menu.offsetWidth)}px`
  }

  return (
    <>
      {trigger({ popoverTarget: id, id: `${id}-button`, 'aria-haspopup': 'true' })}
      {/* The press only bubbles through here from the links and buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={ref}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.menu}
        onToggle={(event) => event.newState === 'open' && place()}
        onClick={(event) => (event.target as Element).closest('a, button') && ref.current?.hidePopover?.()}
      >
        {children}
      </div>
    </>
  )
}

export function menuItem(danger = false): string {
  return classes(styles.item, danger && styles.danger)
}
