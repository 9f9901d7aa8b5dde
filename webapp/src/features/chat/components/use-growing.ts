import { useLayoutEffect, useRef } from 'react'

const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false

/** A text area that grows with its text, also where styles alone cannot do it. */
export function useGrowing() {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    if (!area || growsByItself) return
    area.style.blockSize = 'auto'
    area.style.blockSize = `${area.scrollHeight}px`
  })
  return field
}
