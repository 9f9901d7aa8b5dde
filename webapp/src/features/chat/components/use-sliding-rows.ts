import { useLayoutEffect, useRef } from 'react'
import { slide } from '@/ui'

/** Lets the rows of a list slide to the places that another order gives them. */
export function useSlidingRows<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const tops = useRef(new WeakMap<Element, number>())
  useLayoutEffect(() => {
    if (!list.current) return
    const start = list.current.offsetTop
    for (const row of list.current.children as HTMLCollectionOf<HTMLElement>) {
      const before = tops.current.get(row)
      const top = row.offsetTop - start
      tops.current.set(row, top)
      if (before !== undefined && before !== top) slide(row, before - top)
    }
  })
  return list
}
