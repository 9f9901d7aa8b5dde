import { createContext, useContext } from 'react'

type Factory<T> = () => T

/**
 * The objects of which a page has one, such as the outbox and the toasts. Each is made by its factory at the first call,
 * so that its code can arrive with the screen that needs it. `main.tsx` makes the only `Singletons`, each test its own.
 */
export class Singletons {
  readonly #instances = new Map<Factory<unknown>, unknown>()

  /** The instance of this factory: the same one for every caller. */
  get<T>(factory: Factory<T>): T {
    if (!this.#instances.has(factory)) this.#instances.set(factory, factory())
    return this.#instances.get(factory) as T
  }

  /** Puts an instance in place of the one that the factory would make. */
  set<T>(factory: Factory<T>, instance: T): void {
    this.#instances.set(factory, instance)
  }
}

export const SingletonsContext = createContext<Singletons | null>(null)

export function useSingletons(): Singletons {
  const singletons = useContext(SingletonsContext)
  if (!singletons) throw new Error('SingletonsContext is missing')
  return singletons
}

export function useSingleton<T>(factory: Factory<T>): T {
  return useSingletons().get(factory)
}
