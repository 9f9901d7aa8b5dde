import type { Settings } from './types'

/** Emergency numbers by country; none in settings that an earlier release left on the device. */
export function emergencyNumbers(settings: Settings | undefined): Record<string, string[]> {
  return (settings as Partial<Settings> | undefined)?.emergency_numbers ?? {}
}

/** Those of the country the visitor is in, or of the one whose site they see. */
export function ownEmergencyNumbers(settings: Settings | undefined): string[] {
  const known = emergencyNumbers(settings)
  const { geoip_country: here = null, geoip_selected_country: shown = '' } = settings ?? {}
  return known[here ?? shown] ?? known[shown] ?? []
}
