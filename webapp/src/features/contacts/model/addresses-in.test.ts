import { expect, test } from 'vitest'
import { addressesIn, textOf } from './addresses-in'

test.each([
  ['lines', 'ann@example.org\nBo <bo@example.org>\r\n\n not one', ['ann@example.org', 'bo@example.org']],
  ['CSV', 'Name,E-mail\n"Jansen, Ann","ann@example.org";bo@example.org', ['ann@example.org', 'bo@example.org']],
  [
    'vCards',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL;TYPE=home:ann.a.very.long.name@exam\r\n ple.org\r\nTEL:+31612345678\r\nEND:VCARD',
    ['ann.a.very.long.name@example.org'],
  ],
  ['spellings', 'ANN@example.org ann@example.org jörg@bücher.example', ['ann@example.org', 'jörg@bücher.example']],
  ['sentences', 'Write to ann@example.org. Or to (bo@example.org)...', ['ann@example.org', 'bo@example.org']],
  ['what is too long', `${'a'.repeat(320)}@example.org bo@example.org`, ['bo@example.org']],
  ['numbers', '+31 6 12345678; @nick; ann@localhost', []],
])('%s', (_, text, found) => {
  expect(addressesIn(text)).toEqual(found)
})

test('an address book with pictures is read at once', () => {
  const picture = `PHOTO;ENCODING=b:${'iVBORw0KGgo\r\n '.repeat(40_000)}`
  const card = `BEGIN:VCARD\r\n${picture}\r\nEMAIL:ann@example.org\r\nEND:VCARD\r\n`
  const indented = `Name\n${' x\n'.repeat(300_000)} bo@example.org`
  expect(addressesIn(card.repeat(2))).toEqual(['ann@example.org'])
  expect(addressesIn(indented)).toEqual(['bo@example.org'])
})

test.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0x61, 0x40], 'a@'],
  ['UTF-16 LE', [0xff, 0xfe, 0x61, 0, 0x40, 0], 'a@'],
  ['UTF-16 BE', [0xfe, 0xff, 0, 0x61, 0, 0x40], 'a@'],
  ['nothing', [], ''],
])('a file in %s', (_, bytes, text) => {
  expect(textOf(new Uint8Array(bytes).buffer)).toBe(text)
})
