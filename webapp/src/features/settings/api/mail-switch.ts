import useSWR from 'swr'
import { api } from '@/api/client'
import type { MailSwitch } from '@/api/types'

/** The one kind of mail that a mailed link is about; the link's token says whose, so nobody need log in. */
export function useMailSwitch(token: string) {
  const { data, error, mutate } = useSWR<MailSwitch>(
    ['mail-switch.php', token],
    () => api.post<MailSwitch>('mail-switch.php', { token }),
    {
      revalidateOnFocus: false,
    },
  )
  const turn = async (email: boolean) => {
    await mutate(api.put<MailSwitch>('mail-switch.php', { token, email }), {
      optimisticData: (now?: MailSwitch) => ({ type: 'like', ...now, email }),
      rollbackOnError: true,
      revalidate: false,
    })
  }
  return { data, error: error as unknown, retry: () => void mutate(), turn }
}
