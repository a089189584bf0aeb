import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** Shown for an album without photos; `children` is the button that adds some. */
export function EmptyAlbum({ children }: { readonly children: ReactNode }) {
  const { formatMessage } = useIntl()
  useMarkFirstView(true)
  return (
    <EmptyState title={formatMessage({ id: 'album.empty' })} action={children}>
      {formatMessage({ id: 'album.emptyText' })}
    </EmptyState>
  )
}
