import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> {
  /** What it does, read aloud; there is no other text. */
  readonly label: string
  readonly icon: ReactNode
  /** `overlay` is for buttons on top of a photo. */
  readonly variant?: 'plain' | 'overlay'
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, variant = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={classes(styles.button, styles[variant], className)}>
      {icon}
    </AriaButton>
  )
}
