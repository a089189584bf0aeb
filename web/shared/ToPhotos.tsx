import { useIntl } from 'react-intl'
import { AppLinkButton } from './AppLinkButton.tsx'
import { timelinePath } from './paths.ts'
import { useFeature } from './useFeature.ts'

/** The second action of a message page: the link to the photos, unless the brand does not offer the photos page. */
export function ToPhotos() {
  const { formatMessage } = useIntl()
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  return hasTimeline && <AppLinkButton to={timelinePath}>{formatMessage({ id: 'common.toPhotos' })}</AppLinkButton>
}
