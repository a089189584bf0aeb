import { type ReactNode, Suspense, lazy, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../../../shared/stripped.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { AddToAlbumIcon, ArrowLeftIcon, InfoIcon } from '../../../ui/laterIcons.tsx'
import { DownloadIcon, PrintIcon, TrashIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { Panel } from './usePanel.ts'
import styles from './PreviewFrame.module.css'

const Tooltip = lazy(async () => ({ default: (await import('../../../ui/Tooltip.tsx')).Tooltip }))

export type PreviewDialog = 'download' | 'copyToAlbum' | 'delete'

/** The id of the panel that the bar's button opens. */
export const panelId = 'photo-information'

export interface PreviewBarProps {
  /** False if the photo does not exist: its actions are then hidden. */
  readonly exists: boolean
  /** Whether the photo can only be viewed and downloaded. */
  readonly isShared: boolean
  readonly panel: Panel
  readonly onClose: () => void
  readonly onOpenDialog: (dialog: PreviewDialog) => void
  /** Orders a print of the photo. */
  readonly onOrder: () => void
}

/** The Back button and the photo's actions. */
export function PreviewBar({ exists, isShared, panel, onClose, onOpenDialog, onOrder }: PreviewBarProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const information = useFocusAfterPanel(panel.isOpen)
  return (
    <div className={styles.bar}>
      <IconButton
        variant="overlay"
        label={formatMessage({ id: 'preview.back' })}
        icon={<ArrowLeftIcon />}
        onPress={onClose}
      />
      {exists && (
        <div className={styles.actions}>
          {!isStripped(search) && (
            <OwnPhotoAction
              label={formatMessage({ id: 'selection.order' })}
              icon={<PrintIcon />}
              isRefused={isShared}
              onPress={onOrder}
            />
          )}
          <IconButton
            variant="overlay"
            label={formatMessage({ id: 'preview.download' })}
            icon={<DownloadIcon />}
            onPress={() => onOpenDialog('download')}
          />
          {hasAlbums && (
            <OwnPhotoAction
              label={formatMessage({ id: 'selection.copyToAlbum' })}
              icon={<AddToAlbumIcon />}
              isRefused={isShared}
              onPress={() => onOpenDialog('copyToAlbum')}
            />
          )}
          <OwnPhotoAction
            label={formatMessage({ id: 'preview.delete' })}
            icon={<TrashIcon />}
            shortcut="Delete"
            isRefused={isShared}
            onPress={() => onOpenDialog('delete')}
          />
          <IconButton
            ref={information}
            variant="overlay"
            label={formatMessage({ id: 'preview.information' })}
            icon={<InfoIcon />}
            aria-expanded={panel.isOpen}
            aria-controls={panel.isOpen ? panelId : undefined}
            aria-keyshortcuts="i"
            onPress={panel.toggle}
          />
        </div>
      )}
    </div>
  )
}

interface OwnPhotoActionProps {
  readonly label: string
  readonly icon: ReactNode
  readonly shortcut?: string
  readonly isRefused: boolean
  readonly onPress: () => void
}

/** An action that is disabled for photos of shared albums. Its tooltip then gives the reason. */
function OwnPhotoAction({ label, icon, shortcut, isRefused, onPress }: OwnPhotoActionProps) {
  const { formatMessage } = useIntl()
  const button = { variant: 'overlay', label, icon } as const
  if (!isRefused) return <IconButton {...button} aria-keyshortcuts={shortcut} onPress={onPress} />
  return (
    <Suspense fallback={<IconButton {...button} aria-disabled="true" />}>
      <Tooltip text={formatMessage({ id: 'selection.sharedAlbum' })}>
        {(show) => <IconButton {...button} aria-disabled="true" onPress={show} />}
      </Tooltip>
    </Suspense>
  )
}

/** Moves the focus to the button when the panel closes and the focus was in the panel. */
function useFocusAfterPanel(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
