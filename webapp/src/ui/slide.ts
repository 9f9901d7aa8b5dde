/**
 * Lets an element that the layout has just moved start from where it was: `by` pixels further down. A second move begins
 * where the first one is. With less motion it is there at once.
 */
export function slide(element: Element, by: number): void {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 180
  const transform = [`translateY(${by}px)`, 'translateY(0)']
  element.animate({ transform }, { duration, easing: 'ease-out', composite: 'add' })
}
