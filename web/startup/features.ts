import { preferences } from './storage.ts'
import type { PreferenceReader } from './storage.ts'

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

function override(value: string | null): boolean | null {
  if (value === 'true') return true
  if (value === 'false') return false
  return null
}
