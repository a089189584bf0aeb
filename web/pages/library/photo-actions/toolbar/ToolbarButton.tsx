import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Tooltip } from '../../../../ui/Tooltip.tsx'
import type { Hindrance } from './toolbarRules.ts'
import styles from './SelectionBar.module.css'

export interface ToolbarButtonProps {
  readonly label: string
  readonly icon: ReactNode
  /** Why it does nothing just now; null when it does. */
  readonly hindrance: Hindrance | null
  readonly onPress: () => void
  readonly isPending?: boolean
  /** The key that does the same. */
  readonly shortcut?: string
}

/** An action of the toolbar. One that cannot be taken keeps its place for the keyboard, so that it can say why. */
export function ToolbarButton({ label, icon, hindrance, onPress, isPending, shortcut }: ToolbarButtonProps) {
  const { formatMessage } = useIntl()
  const button = { variant: 'quiet', icon, className: styles.action, 'aria-keyshortcuts': shortcut } as const
  if (!hindrance) {
    return (
      <Button {...button} isPending={isPending} onPress={onPress}>
        {label}
      </Button>
    )
  }
  const { message, most = 0 } = hindrance
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
