import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import { classes } from './classes.ts'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** The accessible name: the action that progresses. */
  readonly label: string
  /** 0 to 100; undefined for an indeterminate bar. */
  readonly value?: number
  readonly tone?: 'accent' | 'success' | 'danger'
  readonly className?: string
}

export function ProgressBar({ label, value, tone = 'accent', className }: ProgressBarProps) {
  return (
    <AriaProgressBar
      aria-label={label}
      {...(value === undefined ? { isIndeterminate: true } : { value })}
      className={classes(styles.track, styles[tone], className)}
    >
      {({ percentage, isIndeterminate }) => (
        <div
          className={classes(styles.fill, isIndeterminate && styles.indeterminate)}
          style={isIndeterminate ? undefined : { transform: `scaleX(${(percentage ?? 0) / 100})` }}
        />
      )}
    </AriaProgressBar>
  )
}
