import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { type Experiment, useVariant } from '../../../shared/experiments/useVariant.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { Banner, extraLinkClass } from './Banner.tsx'
import { ExpandButton } from './ExpandButton.tsx'

export interface PhotosBannerProps {
  readonly onClose: () => void
}

const texts = {
  overview: { withAlbums: 'banner.textAlbums', withoutAlbums: 'banner.text' },
  memories: { withAlbums: 'banner.memoriesAlbums', withoutAlbums: 'banner.memories' },
} as const

const experiment: Experiment<keyof typeof texts> = {
  name: 'welcome-banner-text',
  variants: ['overview', 'memories'],
}

/**
 * The welcome to the library: what it offers, and a link to the frequently asked questions. A split test compares two
 * texts.
 */
export function PhotosBanner({ onClose }: PhotosBannerProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const [isExpanded, setExpanded] = useState(false)
  const textId = useId()
  const variant = useVariant(experiment)
  if (variant === null) return null
  const { withAlbums, withoutAlbums } = texts[variant]
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
        {formatMessage({ id: hasAlbums ? withAlbums : withoutAlbums })}
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
