import type { DeviceMemory } from './device-memory'

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
