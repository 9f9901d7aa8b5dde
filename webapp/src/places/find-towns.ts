import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Town } from '@/api/types'

const shortest = 2

interface Found {
  towns: Town[]
  /** The id of the one town that has this name or post code. */
  exact: number | null
  /** Whether no name begins with the text, and these differ from it by typing errors. */
  near: boolean
}

/** Towns of a typed name or post code; `q` is the text that they were found by. */
export function useTowns(text: string, country: string) {
  const q = text.trim()
  const query = { q, country }
  return useSWR(
    q.length >= shortest ? address('geocode.php', query) : null,
    () => api.get<Found>('geocode.php', query).then((answer) => ({ ...answer, q })),
    { keepPreviousData: true },
  )
}

const anHour = 3_600_000

/** Where the browser says we are, as a town; the point itself is not kept. */
export async function townHere(): Promise<Town | null> {
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: anHour, timeout: 15_000 })
  })
  const { latitude, longitude } = position.coords
  const query = { lat: latitude.toFixed(2), lon: longitude.toFixed(2) }
  return (await api.get<{ town: Town | null }>('geocode.php', query)).town
}

export function describeTown(town: Pick<Town, 'name' | 'region_name'>): string {
  return town.region_name && town.region_name !== town.name ? `${town.name}, ${town.region_name}` : town.name
}
