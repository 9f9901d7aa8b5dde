/**
 * Writes into a list of chats that the server has drawn the words that only this device knows: times in its time zone, and
 * its drafts. It runs before the page is painted (`blocking="render"`). Styles show the words from attributes, because
 * React expects the content that the server drew; once it has taken over, it draws the same words itself.
 */
import { listTime } from './features/chat/model/times'
import { formattingLocale } from './i18n/formatting-locale'

/** As `keptDraft`, whose module comes with the whole shell. */
function draftOf(memberId: string, profileId: string): string {
  try {
    // oxlint-disable-next-line pairwise-device/device -- api/device comes with the whole shell
    return String(JSON.parse(localStorage.getItem(`member:${memberId}:draft:${profileId}`) ?? 'null') ?? '').trim()
  } catch {
    return '' // storage is refused
  }
}

const locale = formattingLocale(document.documentElement.lang)
for (const list of document.querySelectorAll<HTMLElement>('[data-drafts-of]')) {
  for (const time of list.querySelectorAll('time')) time.dataset.words = listTime(time.dateTime, locale)
  for (const preview of list.querySelectorAll<HTMLElement>('[data-draft-to]')) {
    const draft = draftOf(list.dataset.draftsOf!, preview.dataset.draftTo!)
    if (draft) Object.assign(preview.dataset, { label: list.dataset.label, draft })
  }
}
