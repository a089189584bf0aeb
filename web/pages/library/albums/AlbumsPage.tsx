import { useIntl } from 'react-intl'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** The albums of the library: there are none yet. */
export function AlbumsPage() {
  const { formatMessage } = useIntl()
  usePageTitle(formatMessage({ id: 'menu.albums' }))
  return (
    <EmptyState title={formatMessage({ id: 'albums.empty' })}>{formatMessage({ id: 'albums.emptyText' })}</EmptyState>
  )
}
