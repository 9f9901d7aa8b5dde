import { useState } from 'react'
import { useKeys } from './keys'
import { useCare } from './use-care'

/** Whether the pictures of the case with this id are blurred or grey. V or a press shows them, until the next case. */
export function useHiddenPictures(of: string | undefined) {
  const [{ pictures }] = useCare()
  const [shown, setShown] = useState<string>()
  const isShown = of !== undefined && shown === of
  const isWanted = pictures !== 'clear'
  const toggle = () => setShown(isShown ? undefined : of)
  useKeys((key) => {
    if (!isWanted || key !== 'v') return false
    toggle()
    return true
  })
  return { hiddenAs: isWanted && !isShown ? pictures : undefined, isWanted, isShown, toggle }
}
