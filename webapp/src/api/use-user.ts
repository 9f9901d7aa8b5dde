import useSWR, { mutate, useSWRConfig } from 'swr'
import { api } from './client'
import { isApiError } from './api-error'
import { keys } from './keys'
import { useRefreshInterval } from './refresh'
import type { User } from './types'
import { withKnownBalance } from './wallet'

type Session = User | null

async function fetchUser(): Promise<Session> {
  try {
    return (await api.get<{ user: Session }>('user.php', { visitor: 1 })).user
  } catch (error) {
    if (isApiError(error, 'authentication_required')) return null
    throw error
  }
}

const askAgainAfter = 5_000

/** The account of this session, a member's or one of staff. */
function useSession() {
  const refreshInterval = useRefreshInterval()
  const { cache } = useSWRConfig()
  const fetchNewest = async () => {
    const answer = await fetchUser()
    return withKnownBalance(answer, cache.get(keys.user)?.data as Session | undefined)
  }
  const { data, error, isLoading } = useSWR<Session>(keys.user, fetchNewest, {
    refreshInterval: (latest) => (latest ? refreshInterval() : 0),
    // A browser that says there is a network may be early; nothing else would ask again then.
    shouldRetryOnError: (failure) => isApiError(failure, 'offline'),
    onErrorRetry: (_error, _key, _config, ask, { retryCount }) =>
      setTimeout(() => void ask({ retryCount, dedupe: true }), askAgainAfter),
  })
  return { account: data, error: error as unknown, isLoading }
}

/** `user` is undefined while unknown, null when logged out; people of staff are no members, so they are null, too. */
export function useUser() {
  const { account, ...rest } = useSession()
  return { user: account?.desks ? null : account, ...rest }
}

/** The person of staff who is logged in; undefined while unknown, null for members and visitors. */
export function useStaff(): Session | undefined {
  const { account } = useSession()
  return account && !account.desks ? null : account
}

/** The id of whoever works at a desk: a member with a role, or a person of staff. */
export function useDeskId(): string | undefined {
  return useSession().account?.id
}

export function setUser(user: Session): Promise<unknown> {
  return mutate<Session>(keys.user, (known) => withKnownBalance(user, known), { revalidate: false })
}

/** Forgets everything that belonged to the member who left. */
export async function forgetSession(): Promise<void> {
  await mutate((key) => typeof key !== 'string' || ![keys.user, keys.settings, keys.company].includes(key), undefined, {
    revalidate: false,
  })
  await setUser(null)
}
