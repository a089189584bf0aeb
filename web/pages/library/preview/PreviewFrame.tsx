import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { useIdleChrome } from './useIdleChrome.ts'
import type { PreviewSteps, StepDirection } from './usePreviewSteps.ts'
import styles from './PreviewFrame.module.css'

export interface PreviewFrameProps {
  /** Null: there is no such photo, so there is nothing to do with it. */
  readonly photoId: string | null
  readonly steps: PreviewSteps
  /** What screen readers say when it changes. */
  readonly announcement: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What stays while one steps through the photos: the dark room, the buttons, the keys. */
export function PreviewFrame({ photoId, steps, announcement, onClose, children }: PreviewFrameProps) {
  const { formatMessage } = useIntl()
  const frame = useRef<HTMLElement>(null)
  useIdleChrome(frame)
  usePreviewKeys(onClose, steps.step)
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  const neighbours = photoId === null ? null : steps.neighbours
  return (
    <main
      ref={frame}
      id="main"
      tabIndex={-1}
      aria-label={formatMessage({ id: 'preview.label' })}
      className={styles.frame}
    >
      <div className={styles.bar}>
        <IconButton
          variant="overlay"
          label={formatMessage({ id: 'preview.back' })}
          icon={<ArrowLeftIcon />}
          onPress={onClose}
        />
        {photoId !== null && <DownloadButton photoId={photoId} />}
      </div>
      <div className={styles.content}>{children}</div>
      {neighbours && neighbours.previous !== null && (
        <IconButton
          variant="overlay"
          label={formatMessage({ id: 'preview.previous' })}
          icon={<ChevronLeftIcon />}
          className={styles.previous ?? ''}
          onPress={() => steps.step('previous')}
        />
      )}
      {neighbours && neighbours.next !== null && (
        <IconButton
          variant="overlay"
          label={formatMessage({ id: 'preview.next' })}
          icon={<ChevronRightIcon />}
          className={styles.next ?? ''}
          onPress={() => steps.step('next')}
        />
      )}
      <div aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </main>
  )
}

/** Left and Right step, Escape closes; with another key held down they are not meant. */
function usePreviewKeys(onClose: () => void, step: (direction: StepDirection) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowLeft') step('previous')
    else if (event.key === 'ArrowRight') step('next')
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
