import type { ComponentProps, ReactNode } from 'react'
import type { ButtonProps } from './Button.tsx'
import styles from './Button.module.css'
import { classes } from './classes.ts'

export interface LinkButtonProps extends ComponentProps<'a'>, Pick<ButtonProps, 'variant' | 'size'> {
  readonly href: string
  readonly icon?: ReactNode
}

/** A link that looks like a button, because it leads to the next step. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  children,
  className,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={classes(styles.button, styles[variant], styles[size], className)}>
      <span className={styles.label}>{children}</span>
      {icon}
    </a>
  )
}
