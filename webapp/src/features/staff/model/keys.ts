/** Where a letter is written, or chooses among options, it is no key of the desk. A checkbox takes the space bar alone. */
export const isTypedInto = (target: Element): boolean =>
  target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null
