import { useState, type ReactNode } from 'react'
import { Button, ErrorState, Loading, Skeleton } from '@/ui'

interface OnRequestProps {
  title: string
  /** The words of the button that asks for it. */
  action: string
  children: ReactNode
}

/** A section of an opened member that is loaded when somebody wants it: each look is recorded. */
export function OnRequest({ title, action, children }: OnRequestProps) {
  const [isWanted, setIsWanted] = useState(false)
  return (
    <section>
      <h3>{title}</h3>
      {isWanted ? (
        children
      ) : (
        <Button kind="secondary" onClick={() => setIsWanted(true)}>
          {action}
        </Button>
      )}
    </section>
  )
}

interface LoadedProps<T> {
  answer: { data: T | undefined; error: unknown; mutate: () => Promise<unknown> }
  /** Of the place that is kept for it. */
  height?: string
  children: (data: T) => ReactNode
}

/** What a section shows while its answer is on the way, when it failed, and when it is there. */
export function Loaded<T>({ answer: { data, error, mutate }, height = '96px', children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} />
  return (
    <Loading>
      <Skeleton height={height} />
    </Loading>
  )
}
