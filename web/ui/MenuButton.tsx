import { type ComponentProps, type KeyboardEvent, type ReactNode, Suspense, lazy, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MenuProps } from './MenuPopover.tsx'
import type { Pressable } from './pressProps.ts'

const loadPopover = () => import('./MenuPopover.tsx')
const MenuPopover = lazy(async () => ({ default: (await loadPopover()).MenuPopover }))

/** The keys that open a menu. */
const opening: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

/** What fails to come early is asked for again when it is needed. */
const prepare = () => void loadPopover().catch(() => undefined)

/** What the button that opens a menu is given. */
export type MenuTriggerProps = Pick<ComponentProps<'button'>, 'ref' | 'aria-haspopup' | 'aria-expanded'> &
  Pick<ComponentProps<'button'>, 'onKeyDown' | 'onPointerEnter' | 'onFocus'> &
  Pick<Pressable, 'onPress'>

interface MenuButtonProps extends MenuProps {
  readonly children: (trigger: MenuTriggerProps) => ReactNode
}

/** A menu behind a button: the button is there at once, the menu's code when somebody comes near it. */
export function MenuButton({ children, onChoose, ...menu }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opening.has(event.key)) return
    // Else the browser makes a click of it, which React Aria takes for a screen reader's, and waits with the focus.
    event.preventDefault()
    setOpen(true)
  }
  const choose = (id: string) => {
    // A dialog that this opens gives focus back to what had it: to the button, not to an entry that is gone by then.
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
