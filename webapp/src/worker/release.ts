/** Files of this release below /assets/. The build replaces the name by the list (vite.worker.ts). */
declare const RELEASE_ASSETS: readonly string[]

const assets: ReadonlySet<string> = new Set(RELEASE_ASSETS)

/** Path of an asset without /assets/. */
const nameOf = (url: string) => new URL(url, location.origin).pathname.replace(/^\/assets\//, '')

export const isAsset = (url: string): boolean => new URL(url).pathname.startsWith('/assets/')
export const isOfThisRelease = (url: string): boolean => assets.has(nameOf(url))
