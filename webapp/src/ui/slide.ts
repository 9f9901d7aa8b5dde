import { hasLessMotion } from './less-motion'

/**
 * Lets an element that the layout has just moved start from where it was: `by` pixels further down. A second move begins
 * where the first one is. With less motion it fades in at its new place.
 */
export function slide(element: Element, by: number): void {
  if (hasLessMotion()) element.animate({ opacity: [0, 1] }, { duration: 120, easing: 'ease-out' })
  else {
    const transform = [`translateY(${by}px)`, 'translateY(0)']
    element.animate({ transform }, { duration: 180, easing: 'ease-out', composite: 'add' })
  }
}
