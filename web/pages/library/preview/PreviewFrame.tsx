import { type ReactNode, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { StepDirection } from './PhotoChain.ts'
import { type PreviewDialog, PreviewBar } from './PreviewBar.tsx'
import { useArrows } from './useArrows.ts'
import { useIdleChrome } from './useIdleChrome.ts'
import type { Panel } from './usePanel.ts'
import { usePassedFocus } from './usePassedFocus.ts'
import { usePreviewKeys } from './usePreviewKeys.ts'
import type { PreviewSteps } from './usePreviewSteps.ts'
import styles from './PreviewFrame.module.css'

export interface PreviewFrameProps {
  /** False where there is no such photo, and so nothing to do with it. */
  readonly isThere: boolean
  /** Whether it can be looked at and downloaded only. */
  readonly isShared: boolean
  readonly steps: PreviewSteps
  readonly panel: Panel
  /** Whether a dialog is open, which has the keys then. */
  readonly isCovered: boolean
  /** What screen readers say when it changes. */
  readonly announcement: string
  readonly onClose: () => void
  readonly onOpenDialog: (dialog: PreviewDialog) => void
  readonly children: ReactNode
  /** The open panel. */
  readonly aside: ReactNode
}

/** What stays while one steps through the photos: the dark room, the buttons, the keys. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { isThere, isShared, steps, panel, isCovered, announcement, onClose, onOpenDialog, children, aside } = props
  const { formatMessage } = useIntl()
  const frame = useRef<HTMLElement>(null)
  const arrows = useArrows(steps.beside)
  useIdleChrome(frame)
  usePreviewKeys(isCovered, {
    ArrowLeft: (isHeld) => steps.step('previous', isHeld),
    ArrowRight: (isHeld) => steps.step('next', isHeld),
    Escape: panel.isOpen ? panel.toggle : onClose,
    ...(isThere && { i: panel.toggle }),
    ...(isThere && !isShared && { Delete: () => onOpenDialog('delete') }),
  })
  useEffect(() => frame.current?.focus({ preventScroll: true }), [])
  return (
    <main
      ref={frame}
      id="main"
      tabIndex={-1}
      aria-label={formatMessage({ id: 'preview.label' })}
      data-panel={panel.isOpen}
      className={styles.frame}
    >
      <PreviewBar isThere={isThere} isShared={isShared} panel={panel} onClose={onClose} onOpenDialog={onOpenDialog} />
      {aside}
      <div className={styles.content}>{children}</div>
      {isThere && arrows.previous && <Arrow direction="previous" onPress={() => steps.step('previous')} />}
      {isThere && arrows.next && <Arrow direction="next" onPress={() => steps.step('next')} />}
      <div aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </div>
    </main>
  )
}

const arrowIcons = { previous: <ChevronLeftIcon />, next: <ChevronRightIcon /> }

function Arrow({ direction, onPress }: { readonly direction: StepDirection; readonly onPress: () => void }) {
  const { formatMessage } = useIntl()
  const button = useRef<HTMLButtonElement>(null)
  usePassedFocus(button)
  return (
    <IconButton
      ref={button}
      variant="overlay"
      label={formatMessage({ id: `preview.${direction}` })}
      icon={arrowIcons[direction]}
      className={styles[direction] ?? ''}
      onPress={onPress}
    />
  )
}
