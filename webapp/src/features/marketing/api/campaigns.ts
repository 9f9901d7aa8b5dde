import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { AudienceSize, CampaignOfDesk, CampaignsOfDesk, CampaignWithResult } from '@/api/types'

const listPath = 'marketing-campaigns.php'
const onePath = 'marketing-campaign.php'
const statePath = 'marketing-campaign-state.php'
const testPath = 'marketing-campaign-test.php'
const audiencePath = 'marketing-audience.php'

/** Everything that a marketer chooses about a campaign. */
export type CampaignPlan = Pick<CampaignOfDesk, 'name' | 'document' | 'series'> & Target

/** Whom a campaign is for. */
export type Target = Pick<CampaignOfDesk, 'kind' | 'audience' | 'segment_id' | 'holdout'>

export const useCampaigns = () => useSWR<CampaignsOfDesk>(address(listPath), () => api.get<CampaignsOfDesk>(listPath))

/** A campaign with its result; asked again while it is being sent. */
export const useCampaign = (id: string) =>
  useSWR<CampaignWithResult>(address(onePath, { id }), () => api.get<CampaignWithResult>(onePath, { id }), {
    refreshInterval: (data) => (data && ['scheduled', 'sending'].includes(data.campaign.state) ? 5000 : 0),
  })

export function useAudience({ kind, audience, segment_id: segment, holdout }: Target, subjects = 1) {
  const query = {
    kind,
    audience,
    holdout: String(holdout),
    ...(segment && { segment_id: segment }),
    ...(subjects > 1 && { subjects: String(subjects) }),
  }
  // A segment that was deleted counts nobody.
  const isKnown = audience !== 'segment' || segment !== null
  const key = isKnown ? address(audiencePath, query) : null
  return useSWR<AudienceSize>(key, () => api.get<AudienceSize>(audiencePath, query))
}

export async function makeCampaign(id: string, plan: CampaignPlan) {
  await api.post(onePath, { id, ...plan })
  await changed(id)
}

export async function editCampaign(id: string, version: number, plan: CampaignPlan) {
  await api.put(onePath, { id, version, ...plan })
  await changed(id)
}

export type NextState = 'draft' | 'scheduled' | 'closed' | 'stopped'

export async function setCampaignState(id: string, state: NextState, at?: string) {
  await api.put(statePath, { id, state, ...(at && { at }) })
  await changed(id)
}

export const mailTest = (id: string, locale: string, message: number, subject: number) =>
  api.post(testPath, { id, locale, ...(message > 0 && { message }), ...(subject > 0 && { subject }) })

async function changed(id: string) {
  await Promise.all([mutate(address(listPath)), mutate(address(onePath, { id }))])
}
