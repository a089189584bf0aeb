import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { type Pressable, pressProps } from './pressProps.ts'
import styles from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'>, Pressable {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'medium'
  readonly icon?: ReactNode
  readonly className?: string | undefined
}

/**
 * A native button, so that pages without overlays need not load React Aria. Inside a React Aria trigger use
 * `TriggerButton`.
 */
export function Button({ variant = 'secondary', size = 'medium', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button {...pressProps(rest)} className={classes(styles.button, styles[variant], styles[size], className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
