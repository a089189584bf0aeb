import type { ComponentProps, ReactNode } from 'react'
import type { ButtonProps } from './Button.tsx'
import { buttonClass } from './buttonClass.ts'
import styles from './Button.module.css'

export interface LinkButtonProps extends ComponentProps<'a'>, Pick<ButtonProps, 'variant' | 'size'> {
  readonly href: string
  readonly icon?: ReactNode
}

/** A link that looks like a button, because it leads to the next step. */
export function LinkButton({ variant, size, icon, children, className, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, className })}>
      <span className={styles.label}>{children}</span>
      {icon}
    </a>
  )
}
