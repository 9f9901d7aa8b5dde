import { expect, test } from 'vitest'
import { groupedIban, stateOfIban } from './iban'

test.each([
  ['', 'empty'],
  ['NL91', 'unfinished'],
  ['nl91 abna 0417 1643 00', 'right'],
  ['DE89370400440532013000', 'right'],
  ['MT84MALT011000012345MTLCAST001S', 'right'],
  ['NL91ABNA0417164301', 'wrong'],
  ['NL91ABNA04171643000', 'wrong'],
  ['US64SVBKUS6S3300958879', 'wrong'],
  ['NL91ABNA04171643é0', 'wrong'],
  ['9', 'wrong'],
])('%s is %s', (text, state) => expect(stateOfIban(text)).toBe(state))

test('it is shown in groups of four', () => expect(groupedIban('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00'))
