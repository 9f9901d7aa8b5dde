import { useEffect, useEffectEvent } from 'react'

type Keys = Partial<Record<'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown', () => void>>

/** Arrow keys play from anywhere on the screen, but not while someone writes or a dialog is open. */
export function useArrowKeys(keys: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key as keyof Keys]
    const target = event.target as Element
    if (!run || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (target.closest?.('input, textarea, select, [role="menu"], dialog') || document.querySelector('dialog[open]'))
      return
    event.preventDefault()
    if (!event.repeat) run()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
