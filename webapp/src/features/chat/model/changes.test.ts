import { expect, test } from 'vitest'
import { aMessage } from '@tests/chat-makers'
import { withChange, withChanges, withoutChange, withSettings, type QueuedChange } from './changes'

const heart: QueuedChange = { id: '1', kind: 'reaction', messageId: 'm1', reaction: 'heart' }

test('only the last reaction to a message waits', () => {
  const other: QueuedChange = { ...heart, id: '2', messageId: 'm2' }
  const last: QueuedChange = { ...heart, id: '3', reaction: null }
  expect(withChange(withChange([heart], other), last)).toEqual([other, last])
})

test('the answer to an earlier change does not end a newer one', () => {
  const newer: QueuedChange = { ...heart, id: '2', reaction: 'sad' }
  expect(withoutChange(withChange([heart], newer), heart.id)).toEqual([newer])
})

test('a reaction shows at once, and leaves that of the partner alone', () => {
  const message = aMessage(1, { reactions: { own: null, partner: 'fire' } })
  expect(withChanges([message, aMessage(2)], [heart])).toEqual([
    { ...message, reactions: { own: 'heart', partner: 'fire' } },
    aMessage(2),
  ])
})

test('a retracted message is removed with everything queued for it', () => {
  const message = aMessage(1, { own: true, text: 'Rose Lane 12', retractable_until: '2026-11-20T12:16:00Z' })
  const [shown] = withChanges([message], [{ kind: 'retraction', messageId: 'm1' }, heart])
  expect(shown).toMatchObject({ text: '', retracted: true, retractable_until: null, reactions: { own: null } })
})

test('two settings of one chat wait as one change, and show at once', () => {
  const muted: QueuedChange = { id: '1', kind: 'settings', conversationId: 'c1', muted: true }
  const archived: QueuedChange = { id: '2', kind: 'settings', conversationId: 'c1', archived: true }
  const queue = withChange([muted], archived)
  expect(queue).toEqual([{ ...archived, muted: true }])
  expect(withSettings({ muted: false, archived: false }, 'c1', queue)).toEqual({ muted: true, archived: true })
  expect(withSettings({ muted: false, archived: false }, 'c2', queue)).toEqual({ muted: false, archived: false })
})
