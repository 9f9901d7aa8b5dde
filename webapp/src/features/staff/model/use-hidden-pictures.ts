import { useEffect, useEffectEvent, useState } from 'react'
import { isTypedInto } from './keys'
import { useCare } from './use-care'

/** Whether the pictures of the case with this id are blurred or grey. V or a press shows them, until the next case. */
export function useHiddenPictures(of: string | undefined) {
  const [{ pictures }] = useCare()
  const [shown, setShown] = useState<string>()
  const isShown = of !== undefined && shown === of
  const isWanted = pictures !== 'clear'
  const toggle = () => setShown(isShown ? undefined : of)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!isWanted || event.key.toLowerCase() !== 'v' || isTypedInto(event.target as Element)) return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return { hiddenAs: isWanted && !isShown ? pictures : undefined, isWanted, isShown, toggle }
}
