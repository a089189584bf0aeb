import { Pressable } from 'react-aria-components/Pressable'
import { type ButtonProps, Button } from './Button.tsx'

/** A button inside a React Aria trigger, such as FileTrigger, which handles the press. */
export function TriggerButton(props: ButtonProps) {
  return (
    <Pressable>
      <Button {...props} />
    </Pressable>
  )
}
