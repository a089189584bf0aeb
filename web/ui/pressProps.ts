import type { ComponentProps, MouseEvent } from 'react'

/** How buttons are pressed here. */
export interface Pressable {
  /** By pointer, keyboard or assistive technology alike. */
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** While what it does is under way: it keeps focus and does nothing. */
  readonly isPending?: boolean | undefined
}

type ElementProps = Omit<ComponentProps<'button'>, 'disabled'>

/** The element's props for a button's own. */
export function pressProps({
  onPress,
  isDisabled,
  isPending,
  onClick,
  ...rest
}: ElementProps & Pressable): ComponentProps<'button'> {
  return {
    type: 'button',
    ...rest,
    disabled: isDisabled === true,
    ...(isPending === true ? { 'aria-disabled': true, 'aria-busy': true } : {}),
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (isPending === true) {
        event.preventDefault()
        return
      }
      onClick?.(event)
      onPress?.()
    },
  }
}
