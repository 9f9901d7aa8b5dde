import i18next, { type TypeOptions } from 'i18next'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Namespace = keyof TypeOptions['resources']

/** A screen that comes with its texts: both are asked for at the same time. */
export function page(
  load: () => Promise<{ default: ComponentType }>,
  ...texts: Namespace[]
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), i18next.loadNamespaces(texts)])
    return screen
  })
}
