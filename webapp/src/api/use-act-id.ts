import { useRef } from 'react'
import { newId } from './new-id'

/** The id of an act: a press that is repeated has the same until the act is done or its content changes. */
export function useActId() {
  const known = useRef({ of: '', id: '' })
  return {
    of: (content: unknown) => {
      const of = JSON.stringify(content)
      if (known.current.of !== of) known.current = { of, id: newId() }
      return known.current.id
    },
    done: () => {
      known.current = { of: '', id: '' }
    },
  }
}
