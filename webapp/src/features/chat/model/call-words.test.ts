import { expect, it } from 'vitest'
import { callLength, callWords, type ChatCall } from './call-words'

const aCall = (more: Partial<ChatCall>): ChatCall => ({ kind: 'video', state: 'ended', seconds: 240, ...more })

it('names each end of a call for either member', () => {
  expect(callWords(aCall({}), true)).toBe('call_video')
  expect(callWords(aCall({ kind: 'voice', state: 'answered', seconds: null }), false)).toBe('call_voice')
  expect(callWords(aCall({ state: 'missed' }), false)).toBe('call_missed_video')
  expect(callWords(aCall({ state: 'missed' }), true)).toBe('call_unanswered')
  expect(callWords(aCall({ state: 'refused' }), false)).toBe('call_refused')
  expect(callWords(aCall({ state: 'failed' }), true)).toBe('call_failed')
})

it('shows the length in seconds, then in minutes', () => {
  expect([null, 8, 61, 240].map((seconds) => callLength(aCall({ seconds }), 'en'))).toEqual([
    '',
    '8 sec',
    '1 min',
    '4 min',
  ])
})
