import { useLocation } from 'react-router-dom'
import { useSession } from '../app/sessionContext.ts'
import { type FeatureName, isFeatureOn } from '../app/features.ts'

/** Whether a feature is on at this address, in this browser, for this brand. */
export function useFeature(name: FeatureName): boolean {
  const { config } = useSession()
  const { search } = useLocation()
  return isFeatureOn(config.features, name, new URLSearchParams(search))
}
