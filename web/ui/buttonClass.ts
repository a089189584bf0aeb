import type { ButtonProps, ButtonVariant } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Button.module.css'

export interface ButtonLook {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonProps['size'] | undefined
  readonly className?: string | undefined
}

/** The class of a link that looks like a button, because it leads to the next step. */
export function buttonClass({ variant = 'secondary', size = 'medium', className }: ButtonLook): string {
  return classes(styles.button, styles[variant], styles[size], className)
}
