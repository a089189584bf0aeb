import { type ReactNode, useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { ChevronLeftIcon } from '../../../ui/icons.tsx'
import { ChevronRightIcon } from '../../../ui/laterIcons.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useRootAttribute } from '../../../ui/useRootAttribute.ts'
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
  /** False if the photo does not exist: its actions are then hidden. */
  readonly exists: boolean
  /** Whether the photo can only be viewed and downloaded. */
  readonly isShared: boolean
  readonly steps: PreviewSteps
  readonly panel: Panel
  /** Whether a dialog is open. It then handles the keys. */
  readonly isCovered: boolean
  /** The text that screen readers read out when it changes. */
  readonly announcement: string
  readonly onClose: () => void
  readonly onOpenDialog: (dialog: PreviewDialog) => void
  readonly onOrder: () => void
  readonly children: ReactNode
  /** The open panel. */
  readonly aside: ReactNode
}

/** The parts of the view that stay when the user steps to another photo: background, buttons and keys. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { exists, isShared, steps, panel, isCovered, announcement, children, aside, ...actions } = props
  const { onClose, onOpenDialog } = actions
  const { formatMessage } = useIntl()
  const frame = useRef<HTMLElement>(null)
  const arrows = useArrows(steps.neighbours)
  useIdleChrome(frame)
  useRootAttribute('data-has-preview')
  usePreviewKeys(isCovered, {
    ArrowLeft: (isHeld) => steps.step('previous', isHeld),
    ArrowRight: (isHeld) => steps.step('next', isHeld),
    Escape: panel.isOpen ? panel.toggle : onClose,
    ...(exists && { i: panel.toggle }),
    ...(exists && !isShared && { Delete: () => onOpenDialog('delete') }),
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
      <PreviewBar exists={exists} isShared={isShared} panel={panel} {...actions} />
      {aside}
      <div className={styles.content}>{children}</div>
      {exists && arrows.previous && <Arrow direction="previous" onPress={() => steps.step('previous')} />}
      {exists && arrows.next && <Arrow direction="next" onPress={() => steps.step('next')} />}
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
