import { type PreferenceReader, preferences } from './storage.ts'

/** Feature flags: each brand has its own values. */
export const featureNames = [
  'PhotoManagementTimelineViewEnabled',
  'PhotoManagementAlbumViewEnabled',
  'PhotoManagementSharedAlbumsViewEnabled',
  'PhotoManagementUploadViewEnabled',
  'PhotoManagementReactivationEnabled',
] as const

export type FeatureName = (typeof featureNames)[number]

/**
 * Whether a feature is on. `?<name>=true|false` in the address comes first, then local storage under the flag's name,
 * then the brand's value. Flags only hide features; authorization is checked by every service.
 */
export function isFeatureOn(
  features: Readonly<Record<string, boolean>>,
  name: FeatureName,
  search: URLSearchParams,
  storage: PreferenceReader = preferences,
): boolean {
  return override(search.get(name)) ?? override(storage.getItem(name)) ?? features[name] ?? false
}

/** Whether shared albums are on at this address. If not, no shared albums are queried. */
export function hasSharedAlbums(features: Readonly<Record<string, boolean>>, url: string): boolean {
  return isFeatureOn(features, 'PhotoManagementSharedAlbumsViewEnabled', new URL(url).searchParams)
}

function override(value: string | null): boolean | null {
  if (value === 'true') return true
  if (value === 'false') return false
  return null
}
