/**
 * Inserts words at the cursor of a field, after what is selected: nothing that was typed goes. The browser's own undo
 * takes them back, which only `execCommand` gives; a browser without it inserts them all the same.
 */
export function insertText(field: HTMLTextAreaElement, words: string) {
  const { selectionEnd: at, value } = field
  field.focus()
  field.setSelectionRange(at, at)
  const text = /\S$/.test(value.slice(0, at)) ? `\n${words}` : words
  if ('execCommand' in document && document.execCommand('insertText', false, text)) return
  field.setRangeText(text, at, at, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
