import { type ComponentProps, useState } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { classes } from './classes.ts'
import styles from './Tooltip.module.css'

export interface TooltipProps {
  readonly text: string
  /** Renders the focusable element that the tooltip explains. A press of the element must call `show`. */
  readonly children: (show: () => void) => ComponentProps<typeof Focusable>['children']
}

/** A tooltip that opens on hover, on focus and, for touch devices, on a press. */
export function Tooltip({ text, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <TooltipTrigger delay={300} isOpen={isOpen} onOpenChange={setOpen} shouldCloseOnPress={false}>
      <Focusable>{children(() => setOpen(true))}</Focusable>
      <AriaTooltip offset={8} className={classes(styles.tooltip)}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
