import { useIntl } from 'react-intl'
import { FindByAddress } from '../../../shared/page/FindByAddress.tsx'
import { AlbumSkeleton } from './AlbumSkeleton.tsx'
import { AlbumNotice } from './AlbumNotice.tsx'

export interface MissingAlbumProps {
  readonly type: 'ALBUM' | 'SHARED_ALBUM'
  /** The id in the address. */
  readonly id: string
}

/**
 * Shown for an album that does not exist, was deleted (perhaps while it was open), or belongs to another customer. If
 * the address has the service's own id of an album, the album is shown instead.
 */
export function MissingAlbum({ type, id }: MissingAlbumProps) {
  const { formatMessage } = useIntl()
  const parameter = type === 'ALBUM' ? 'albumId' : 'sharedAlbumId'
  return (
    <FindByAddress type={type} parameter={parameter} id={id} waiting={<AlbumSkeleton />}>
      <AlbumNotice
        title={formatMessage({ id: 'album.missingTitle' })}
        text={formatMessage({ id: 'album.missingText' })}
      />
    </FindByAddress>
  )
}
