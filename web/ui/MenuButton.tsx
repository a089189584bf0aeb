import { type ComponentProps, type KeyboardEvent, type ReactNode, Suspense, lazy, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MenuProps } from './MenuPopover.tsx'
import type { Pressable } from './pressProps.ts'

const loadPopover = () => import('./MenuPopover.tsx')
const MenuPopover = lazy(async () => ({ default: (await loadPopover()).MenuPopover }))

/** The keys that open a menu. */
const opening: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/** Preloads the menu's code. After a failure it is loaded again when the menu opens. */
const prepare = () => void loadPopover().catch(() => undefined)

/** The props for the button that opens a menu. */
export type MenuTriggerProps = Pick<ComponentProps<'button'>, 'ref' | 'aria-haspopup' | 'aria-expanded'> &
  Pick<ComponentProps<'button'>, 'onKeyDown' | 'onPointerEnter' | 'onFocus'> &
  Pick<Pressable, 'onPress'>

interface MenuButtonProps extends MenuProps {
  readonly children: (trigger: MenuTriggerProps) => ReactNode
}

/** A button that opens a menu. The menu's code loads when the pointer or the focus reaches the button. */
export function MenuButton({ children, onChoose, ...menu }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opening.has(event.key)) return
    // Otherwise the browser would also send a click. React Aria would take it for the click of a screen reader, and
    // delay the focus.
    event.preventDefault()
    setOpen(true)
  }
  const choose = (id: string) => {
    // The choice may open a dialog, which later returns the focus to where it was. So the focus is moved to the button
    // before the dialog opens, because the menu item unmounts.
    flushSync(() => setOpen(false))
    trigger.current?.focus()
    onChoose(id)
  }
  return (
    <>
      {children({
        ref: trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPress: () => setOpen(true),
        onKeyDown,
        onPointerEnter: prepare,
        onFocus: prepare,
      })}
      {isOpen && (
        <Suspense fallback={null}>
          <MenuPopover {...menu} onChoose={choose} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
