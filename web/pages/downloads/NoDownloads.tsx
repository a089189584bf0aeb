import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { timelinePath } from '../../shared/paths.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { actionLink } from '../../ui/actionLink.ts'

/** Shown when there are no downloads. Explains how to request one. */
export function NoDownloads() {
  const { formatMessage } = useIntl()
  const hasTimeline = useFeature('PhotoManagementTimelineViewEnabled')
  const link = hasTimeline && (
    <AppLink to={timelinePath} className={actionLink}>
      <FormattedMessage id="downloads.toPhotos" />
    </AppLink>
  )
  return (
    <EmptyState title={formatMessage({ id: 'downloads.empty' })} action={link}>
      <FormattedMessage id="downloads.emptyText" />
    </EmptyState>
  )
}
