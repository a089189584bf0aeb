import { type PreferenceReader, preferences } from './storage.ts'

/** The flags that switch parts of the product, by brand. */
export const featureNames = [
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementReactivationEnabled',
] as const

export type FeatureName = (typeof featureNames)[number]

/**
 * Whether a feature is on: `?<name>=true|false` decides, else local storage under the flag's name, else the brand.
 * Flags hide what is not offered; they protect nothing, since every service checks for itself.
 */
export function isFeatureOn(
  features: Readonly<Record<string, boolean>>,
  name: FeatureName,
  search: URLSearchParams,
  storage: PreferenceReader = preferences,
): boolean {
  return override(search.get(name)) ?? override(storage.getItem(name)) ?? features[name] ?? false
}

/** Whether an address shows what others share; the services that tell of it need not be asked otherwise. */
export function hasSharedAlbums(features: Readonly<Record<string, boolean>>, url: string): boolean {
  return isFeatureOn(features, 'PhotoManagementSharedAlbumsViewEnabled', new URL(url).searchParams)
}

function override(value: string | null): boolean | null {
  if (value === 'true') return true
  if (value === 'false') return false
  return null
}
