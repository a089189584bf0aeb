import { Pressable } from 'react-aria-components/Pressable'
import { type ButtonProps, Button } from './Button.tsx'

/** A button within a trigger of React Aria, such as FileTrigger: it takes the press from there. */
export function TriggerButton(props: ButtonProps) {
  return (
    <Pressable>
      <Button {...props} />
    </Pressable>
  )
}
