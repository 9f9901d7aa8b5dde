import useSWR from 'swr'
import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type {
  ChangeThread,
  SupportInbox,
  SupportInboxQuery,
  SupportReply,
  SupportTemplates,
  SupportThread,
} from '@/api/types'
import type { Locale } from '@/i18n/locales'

export type View = SupportInboxQuery['view']

const everyMinute = { refreshInterval: 60_000 }
// Each look at a thread is a record of the audit log, so none is made but by a person.
const onceAsked = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false }

/** Threads of the inbox by page, those with the newest mail first. */
export const useSupportInbox = (view: View, text: string) =>
  useSWRInfinite<SupportInbox>(
    (_: number, previous: SupportInbox | null) => {
      if (previous && !previous.has_more) return null
      const last = previous?.threads.at(-1)
      return ['support-inbox.php', view, text, last?.last_mail_at ?? null, last?.id ?? null]
    },
    ([path, asked, words, at, id]: [string, View, string, string | null, string | null]) =>
      api.post<SupportInbox>(path, { view: asked, text: words || null, before_at: at, before_id: id }),
    everyMinute,
  )

/** A thread with its entries. Each request is recorded. */
export const useSupportThread = (id: string) =>
  useSWR<SupportThread>(
    address('support-thread.php', { id }),
    () => api.get<SupportThread>('support-thread.php', { id }),
    onceAsked,
  )

/** Texts that replies begin from, as the site and in the language of the person who wrote. */
export const useSupportTemplates = (site: string, locale: Locale) =>
  useSWR<SupportTemplates>(
    address('support-templates.php', { site, locale }),
    () => api.get<SupportTemplates>('support-templates.php', { site, locale }),
    onceAsked,
  )

/** Answers a thread by mail, once for each `id`. */
export const sendSupportReply = (reply: SupportReply) => api.post('support-reply.php', reply)

export const addSupportNote = (id: string, threadId: string, text: string) =>
  api.post('support-note.php', { id, thread_id: threadId, text })

export const changeSupportThread = (change: ChangeThread) => api.put('support-thread.php', change)
