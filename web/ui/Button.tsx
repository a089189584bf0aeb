import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import styles from './Button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'medium'
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ variant = 'secondary', size = 'medium', icon, children, className, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classes(styles.button, styles[variant], styles[size], className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </AriaButton>
  )
}
