import useSWRImmutable from 'swr/immutable'
import { address, api } from '@/api/client'
import type { Prompts } from '@/api/types'

/** The prompts that the site offers today; undefined until they are loaded. */
export const usePrompts = () => useSWRImmutable(address('prompts.php'), () => api.get<Prompts>('prompts.php')).data
