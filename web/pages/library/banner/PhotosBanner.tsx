import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useFeature } from '../../../shared/useFeature.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { Banner, extraLinkClass } from './Banner.tsx'
import { ExpandButton } from './ExpandButton.tsx'

export interface PhotosBannerProps {
  readonly onClose: () => void
}

/** The welcome to the library: what it offers, and a link to the frequently asked questions. */
export function PhotosBanner({ onClose }: PhotosBannerProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const [isExpanded, setExpanded] = useState(false)
  const textId = useId()
  return (
    <Banner
      data-expanded={isExpanded}
      title={formatMessage({ id: 'banner.title' })}
      actions={
        <>
          <ExpandButton isExpanded={isExpanded} controls={textId} onPress={() => setExpanded(!isExpanded)} />
          <a href={config.links.faq} target="_blank" rel="noreferrer" className={extraLinkClass}>
            {formatMessage({ id: 'banner.faq' })} <ExternalIcon size={15} />
            <VisuallyHidden>{formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
          </a>
        </>
      }
      onClose={onClose}
    >
      <span id={textId}>
        {formatMessage({ id: hasAlbums ? 'banner.textAlbums' : 'banner.text' })}
        {isExpanded && (
          <>
            {' '}
            <span>{formatMessage({ id: hasAlbums ? 'banner.moreAlbums' : 'banner.more' })}</span>
          </>
        )}
      </span>
    </Banner>
  )
}
