import type { ComponentProps } from 'react'
import type { ButtonProps } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { AppLink } from './AppLink.tsx'

export interface AppLinkButtonProps extends ComponentProps<typeof AppLink>, Pick<ButtonProps, 'variant' | 'size'> {}

/** A link within the product that looks like a button, because it leads to the next step. */
export function AppLinkButton({ variant, size, className, ...rest }: AppLinkButtonProps) {
  return <AppLink {...rest} className={buttonClass({ variant, size, className })} />
}
