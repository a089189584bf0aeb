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
 * A button: the browser's own, which every page needs before any overlay does; React Aria's comes with the overlays.
 * Within a React Aria trigger it is wrapped in its `Pressable`.
 */
export function Button({ variant = 'secondary', size = 'medium', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button {...pressProps(rest)} className={classes(styles.button, styles[variant], styles[size], className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
