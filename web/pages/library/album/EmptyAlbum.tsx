import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** An album without photos, and the way to change that. */
export function EmptyAlbum({ children }: { readonly children: ReactNode }) {
  const { formatMessage } = useIntl()
  useMarkFirstView(true)
  return (
    <EmptyState title={formatMessage({ id: 'album.empty' })} action={children}>
      {formatMessage({ id: 'album.emptyText' })}
    </EmptyState>
  )
}
