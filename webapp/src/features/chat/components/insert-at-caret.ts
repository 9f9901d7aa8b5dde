/** Inserts text at the caret, replacing the selection, as if typed; the focus stays. */
export function insertAtCaret(area: HTMLTextAreaElement, words: string): void {
  const focused = document.activeElement
  area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
  // Safari moves the focus along with the caret, and a phone's keyboard would come up.
  if (document.activeElement === focused || !(focused instanceof HTMLElement)) return
  area.blur()
  focused.focus({ preventScroll: true })
}
