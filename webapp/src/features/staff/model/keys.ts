import { useEffect, useEffectEvent } from 'react'

/** Where a letter is written, or chooses among options, it is no key of the desk. A checkbox takes the space bar alone. */
export const isTypedInto = (target: Element): boolean =>
  target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null

/** Runs for each key that is pressed outside of fields, in lower case. Keys for which it returns true do nothing else. */
export function useKeys(onKey: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTypedInto(event.target as Element)) return
    if (onKey(event.key.toLowerCase())) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
