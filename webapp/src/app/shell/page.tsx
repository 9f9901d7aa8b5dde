import i18next, { type TypeOptions } from 'i18next'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Namespace = keyof TypeOptions['resources']
interface Module {
  default: ComponentType
}

export type Screen = LazyExoticComponent<ComponentType> & {
  /** Loads the screen and its texts, so that it is drawn at once: over a page that the server has drawn nothing may blink. */
  bring: () => Promise<unknown>
}

/** A screen that comes with its texts: both are asked for at the same time. */
export function page(load: () => Promise<Module>, ...texts: Namespace[]): Screen {
  let screen: Module | null = null
  const bring = async () => {
    ;[screen] = await Promise.all([load(), i18next.loadNamespaces(texts)])
    return screen
  }
  // React takes what a thenable says before `then` returns: a screen that is here suspends nothing.
  // oxlint-disable-next-line unicorn/no-thenable
  const here = (module: Module) => ({ then: (take: (it: Module) => void) => take(module) }) as Promise<Module>
  return Object.assign(
    lazy(() => (screen ? here(screen) : bring())),
    { bring },
  )
}
