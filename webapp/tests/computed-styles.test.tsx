import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

const page = (
  <main style={{ pointerEvents: 'none' }}>
    <p hidden>
      a<span>b</span>
    </p>
    <div style={{ visibility: 'hidden' }}>
      <button type="button">c</button>
      <span style={{ visibility: 'visible' }}>d</span>
    </div>
    <ul>
      <li>
        e
        <ul>
          <li>f</li>
        </ul>
      </li>
    </ul>
    <dialog>
      <h2>g</h2>
    </dialog>
    <dialog open aria-label="h">
      <a href="/en/h">h</a>
    </dialog>
    <div popover="auto">i</div>
    <details>
      <summary>j</summary>
    </details>
    <input type="hidden" />
    <input type="text" aria-label="k" />
    <table>
      <tbody>
        <tr>
          <td>l</td>
        </tr>
      </tbody>
    </table>
  </main>
)

/** `element property: ...` of all that differs from what the function of jsdom says, which `setup.ts` has replaced. */
function differences(): string[] {
  const elements = [...document.querySelectorAll('*')]
  // The window of a frame has its own one.
  const frame = document.body.appendChild(document.createElement('iframe'))
  const computed = elements.map((element) => frame.contentWindow!.getComputedStyle(element))
  frame.remove()
  return elements.flatMap((element, index) => {
    const [ours, theirs] = [getComputedStyle(element), computed[index]!]
    const names = Array.from({ length: theirs.length }, (_, each) => theirs.item(each))
    return names.flatMap((name) => {
      const [found, expected] = [ours.getPropertyValue(name), theirs.getPropertyValue(name)]
      return found === expected ? [] : [`${element.localName} ${name}: ${found}, not ${expected}`]
    })
  })
}

test('styles are those that jsdom computes', () => {
  render(page)
  expect(differences()).toEqual([])
  // All of them are remembered now.
  expect(differences()).toEqual([])
})

test('a change shows at once', () => {
  const { container } = render(page)
  const [shown, hidden, list] = ['main', 'p', 'ul ul'].map((name) => container.querySelector<HTMLElement>(name)!)
  expect(getComputedStyle(shown!).visibility).toBe('visible')
  expect(getComputedStyle(hidden!).display).toBe('none')

  shown!.style.visibility = 'hidden'
  hidden!.hidden = false
  shown!.append(list!)

  expect(getComputedStyle(shown!).visibility).toBe('hidden')
  expect(getComputedStyle(hidden!).display).toBe('block')
  expect(getComputedStyle(hidden!.firstElementChild!).visibility).toBe('hidden')
  expect(getComputedStyle(list!).listStyleType).toBe('disc')
})

test('a style sheet of a page is followed', () => {
  const { container } = render(<style>{'p { display: none }'}</style>)
  const paragraph = document.createElement('p')
  container.append(paragraph)
  expect(getComputedStyle(paragraph).display).toBe('none')
})

test('what no style sheet names is empty, in both ways to read it', () => {
  render(page)
  const style = getComputedStyle(document.body)
  expect([style.opacity, style.getPropertyValue('opacity')]).toEqual(['', ''])
  expect([style.pointerEvents, style.getPropertyValue('pointer-events')]).toEqual(['auto', 'auto'])
})
