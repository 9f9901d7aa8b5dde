import { useLayoutEffect } from 'react'

/** Keeps the height of the tab bar free from the first paint of a layout that has one: the bar itself comes late. */
export function useTabBarHeight(hasTabBar: boolean): void {
  useLayoutEffect(() => {
    if (!hasTabBar) return
    document.documentElement.dataset.tabbar = ''
    return () => {
      delete document.documentElement.dataset.tabbar
    }
  }, [hasTabBar])
}
