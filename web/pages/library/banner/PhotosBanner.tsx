import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useFeature } from '../../../shared/useFeature.ts'
import { useApp } from '../../../startup/appContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon, ExternalIcon } from '../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './PhotosBanner.module.css'

export interface PhotosBannerProps {
  readonly onClose: () => void
}

/** Welcomes to the library, says what can be done in it, and leads to the questions that others had. */
export function PhotosBanner({ onClose }: PhotosBannerProps) {
  const { formatMessage } = useIntl()
  const { config } = useApp()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className={classes(styles.banner, isExpanded && styles.expanded)}>
      <h2 id={`${id}-title`} className={styles.title}>
        {formatMessage({ id: 'banner.title' })}
      </h2>
      <div id={`${id}-text`} className={styles.texts}>
        <p className={styles.text}>{formatMessage({ id: hasAlbums ? 'banner.textAlbums' : 'banner.text' })}</p>
        {isExpanded && <p>{formatMessage({ id: hasAlbums ? 'banner.moreAlbums' : 'banner.more' })}</p>}
      </div>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          size="small"
          className={styles.action}
          aria-expanded={isExpanded}
          aria-controls={`${id}-text`}
          onPress={() => setExpanded(!isExpanded)}
        >
          {formatMessage({ id: isExpanded ? 'banner.showLess' : 'banner.showMore' })}
        </Button>
        <a href={config.links.faq} target="_blank" rel="noreferrer" className={styles.faq}>
          {formatMessage({ id: 'banner.faq' })} <ExternalIcon size={15} />
          <VisuallyHidden>{formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
        </a>
      </div>
      <IconButton
        label={formatMessage({ id: 'banner.close' })}
        icon={<CloseIcon size={18} />}
        className={styles.close}
        onPress={onClose}
      />
    </section>
  )
}
