/** Whether this member asks for less motion. Styles ask by themselves; scrolling by script does not. */
export const hasLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How a script scrolls: smoothly, or at once with less motion. */
export const scrollBehavior = (): ScrollBehavior => (hasLessMotion() ? 'instant' : 'smooth')
