import { type ReactNode, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { AppLinkButton } from '../../../shared/AppLinkButton.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { albumsPath } from '../../../shared/paths.ts'
import { ToPhotos } from '../../../shared/ToPhotos.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { MessagePage } from '../../../ui/MessagePage.tsx'
import { usePassedFocus } from './usePassedFocus.ts'
import type { PreviewSteps } from './usePreviewSteps.ts'
import styles from './MissingPhoto.module.css'

export interface MissingPhotoProps {
  readonly id: string
  readonly onMissing: (id: string) => void
  readonly onClose: () => void
}

/** Shown when the photo does not exist or belongs to another customer. The API does not say which. */
export function MissingPhoto({ id, onMissing, onClose }: MissingPhotoProps) {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'preview.missingTitle' })
  useEffect(() => onMissing(id), [id, onMissing])
  return (
    <Notice title={title} text={formatMessage({ id: 'preview.missingText' })}>
      <BackButton isMain onClose={onClose} />
    </Notice>
  )
}

export interface RemovedPhotoProps {
  readonly id: string
  readonly steps: PreviewSteps
  readonly onMissing: (id: string) => void
  readonly onClose: () => void
}

/** Shown when the photo was deleted elsewhere while it was open. Offers a step to its neighbour. */
export function RemovedPhoto({ id, steps, onMissing, onClose }: RemovedPhotoProps) {
  const { formatMessage } = useIntl()
  useEffect(() => onMissing(id), [id, onMissing])
  const direction = steps.neighbours.next ? 'next' : 'previous'
  const neighbour = steps.neighbours[direction]
  return (
    <Notice title={formatMessage({ id: 'preview.removedTitle' })} text={formatMessage({ id: 'preview.removedText' })}>
      {neighbour && (
        <Button variant="primary" onPress={() => steps.step(direction)}>
          {formatMessage({ id: `preview.${direction}` })}
        </Button>
      )}
      <BackButton isMain={!neighbour} onClose={onClose} />
    </Notice>
  )
}

export interface RemovedAlbumProps extends Pick<MissingPhotoProps, 'id' | 'onMissing'> {
  readonly isShared: boolean
}

/** Shown when the album of the photo was deleted, or stopped being shared, while the photo was open. */
export function RemovedAlbum({ id, isShared, onMissing }: RemovedAlbumProps) {
  const { formatMessage } = useIntl()
  useEffect(() => onMissing(id), [id, onMissing])
  return (
    <Notice
      title={formatMessage({ id: isShared ? 'sharedAlbum.endedTitle' : 'album.missingTitle' })}
      text={formatMessage({ id: isShared ? 'sharedAlbum.endedMeanwhile' : 'album.missingText' })}
    >
      <AppLinkButton to={albumsPath} variant="primary">
        {formatMessage({ id: 'album.breadcrumb' })}
      </AppLinkButton>
      <ToPhotos />
    </Notice>
  )
}

interface NoticeProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Notice({ title, text, children }: NoticeProps) {
  usePageTitle(title)
  useMarkFirstView(true)
  const notice = useRef<HTMLDivElement>(null)
  usePassedFocus(notice)
  return (
    <div ref={notice} role="alert" className={styles.state}>
      <MessagePage topic="missing" title={title} actions={children}>
        {text}
      </MessagePage>
    </div>
  )
}

function BackButton({ isMain, onClose }: { readonly isMain: boolean; readonly onClose: () => void }) {
  const { formatMessage } = useIntl()
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} onPress={onClose}>
      {formatMessage({ id: 'preview.backToPhotos' })}
    </Button>
  )
}
