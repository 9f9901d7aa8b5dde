import { api } from '@/api/client'

/** Has the link that brings a deleted account back mailed again. Every address is answered alike. */
export const sendWayBack = (email: string): Promise<unknown> => api.put('reactivate.php', { email })
