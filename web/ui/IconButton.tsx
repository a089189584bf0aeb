import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { type Pressable, pressProps } from './pressProps.ts'
import styles from './IconButton.module.css'

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'children' | 'disabled' | 'className' | 'aria-label'>, Pressable {
  /** The accessible name: the button has no visible text. */
  readonly label: string
  readonly icon: ReactNode
  /** `overlay` is for buttons on top of a photo. */
  readonly variant?: 'plain' | 'overlay'
  readonly className?: string | undefined
}

/** A button that shows an icon only. */
export function IconButton({ label, icon, variant = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button {...pressProps(rest)} aria-label={label} className={classes(styles.button, styles[variant], className)}>
      {icon}
    </button>
  )
}
