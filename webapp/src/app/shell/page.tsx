import i18next, { type TypeOptions } from 'i18next'
import { createContext, lazy, use, type ComponentType } from 'react'

type Namespace = keyof TypeOptions['resources']
interface Module {
  default: ComponentType
}

/** A module with the texts it comes with. */
export interface ScreenFiles {
  module: string
  texts: readonly Namespace[]
}

/** Takes the screens of a page while the server draws it. */
export const DrawnScreens = createContext<((screen: ScreenFiles) => unknown) | null>(null)

/** Loads the module of a screen; the server's build adds its name (`vite.server.ts`). */
type Load = (() => Promise<Module>) & { module?: string }

export type Screen = ComponentType & {
  /** Loads the screen and its texts, so that it is drawn at once: over a page that the server has drawn nothing may blink. */
  bring: () => Promise<unknown>
}

/** A screen that comes with its texts: both are asked for at the same time. */
export function page(load: Load, ...texts: Namespace[]): Screen {
  let screen: Module | null = null
  const bring = async () => {
    ;[screen] = await Promise.all([load(), i18next.loadNamespaces(texts)])
    return screen
  }
  // React takes what a thenable says before `then` returns: a screen that is here suspends nothing.
  // oxlint-disable-next-line unicorn/no-thenable
  const here = (module: Module) => ({ then: (take: (it: Module) => void) => take(module) }) as Promise<Module>
  const files = load.module ? { module: load.module, texts } : null
  const Content = lazy(() => (screen ? here(screen) : bring()))
  function Screen() {
    const draw = use(DrawnScreens)
    if (files) draw?.(files)
    return <Content />
  }
  return Object.assign(Screen, { bring })
}
