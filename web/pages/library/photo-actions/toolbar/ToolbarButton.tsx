import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Tooltip } from '../../../../ui/Tooltip.tsx'
import type { Blocker } from './toolbarRules.ts'
import styles from './SelectionBar.module.css'

export interface ToolbarButtonProps {
  readonly label: string
  readonly icon: ReactNode
  /** Why the action is disabled; null if it is enabled. */
  readonly blocker: Blocker | null
  readonly onPress: () => void
  readonly isPending?: boolean
  /** The keyboard shortcut of the action. */
  readonly shortcut?: string
}

/** An action of the toolbar. A disabled one can still be focused, so that its tooltip can give the reason. */
export function ToolbarButton({ label, icon, blocker, onPress, isPending, shortcut }: ToolbarButtonProps) {
  const { formatMessage } = useIntl()
  const button = { variant: 'quiet', icon, className: styles.action, 'aria-keyshortcuts': shortcut } as const
  if (!blocker) {
    return (
      <Button {...button} isPending={isPending} onPress={onPress}>
        {label}
      </Button>
    )
  }
  const { message, most = 0 } = blocker
  return (
    <Tooltip text={formatMessage({ id: message }, { most })}>
      {(show) => (
        <Button {...button} aria-disabled="true" onPress={show}>
          {label}
        </Button>
      )}
    </Tooltip>
  )
}
