import type { ComponentProps, MouseEvent } from 'react'

export interface Pressable {
  /** Called for pointer, keyboard and assistive technology alike. */
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** The action is running: the button keeps the focus and ignores presses. */
  readonly isPending?: boolean | undefined
}

type ElementProps = Omit<ComponentProps<'button'>, 'disabled'>

/** Maps the props of our buttons to those of the element. */
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
