import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { OpenReview, OpinionAnswer, Reviews } from '@/api/types'

const path = 'staff-reviews.php'

/** Decisions of the quality sample that wait for this person. */
export const useReviews = (isOpen = true) => useSWR<Reviews>(isOpen && address(path), () => api.get<Reviews>(path))

/** Opens the case of a review as it was. It is recorded. */
export const openReview = (id: string) => api.post<OpenReview>(path, { decision_id: id })

/** Decides as the second or the third person. */
export const giveOpinion = (id: string, measure: string) => api.put<OpinionAnswer>(path, { decision_id: id, measure })
