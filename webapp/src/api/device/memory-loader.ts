import { databaseNames, rememberedDatabase } from './database'
import type { DeviceMemory } from './device-memory'

/** Whether this device may remember a member: answered without loading the code, which needs a network or the cache. */
export async function hasMemory(): Promise<boolean> {
  return (await databaseNames()).includes(rememberedDatabase)
}

/** Returns a function that loads the device memory, the same one at every call. A load that failed is tried again. */
export function createMemoryLoader(): () => Promise<DeviceMemory> {
  let memory: Promise<DeviceMemory> | null = null
  return () => {
    memory ??= import('./device-memory').then(
      ({ createDeviceMemory }) => createDeviceMemory(),
      (error: unknown) => {
        memory = null
        throw error
      },
    )
    return memory
  }
}
