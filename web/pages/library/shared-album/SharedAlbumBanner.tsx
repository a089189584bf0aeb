import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Banner } from '../banner/Banner.tsx'
import { ExpandButton } from '../banner/ExpandButton.tsx'

/**
 * Says that sharing has been discontinued and what still works. It cannot be closed, because it explains why actions
 * are missing.
 */
export function SharedAlbumBanner({ isOwner }: { readonly isOwner: boolean }) {
  const { formatMessage } = useIntl()
  const [isExpanded, setExpanded] = useState(false)
  const textId = useId()
  return (
    <Banner
      data-expanded={isExpanded}
      title={formatMessage({ id: 'sharedAlbum.bannerTitle' })}
      actions={<ExpandButton isExpanded={isExpanded} controls={textId} onPress={() => setExpanded(!isExpanded)} />}
    >
      <span id={textId}>
        {formatMessage({ id: isOwner ? 'sharedAlbum.bannerOwner' : 'sharedAlbum.bannerParticipant' })}
      </span>
    </Banner>
  )
}
