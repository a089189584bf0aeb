import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { CheckIcon } from './icons.tsx'
import styles from './MenuPopover.module.css'

interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
}

export interface MenuProps {
  /** The accessible name of the menu. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** The id of the selected entry in a menu of options; undefined in a menu of actions. */
  readonly chosen?: string
  readonly onChoose: (id: string) => void
  /** The edge of the menu that is aligned with the button. */
  readonly align?: 'start' | 'end'
}

interface MenuPopoverProps extends MenuProps {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The menu itself, with arrow keys, type-ahead and Escape. The focus returns to the button. */
export function MenuPopover({ label, entries, chosen, onChoose, align = 'start', trigger, onClose }: MenuPopoverProps) {
  return (
    <Popover
      aria-label={label}
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      placement={`bottom ${align}`}
      offset={4}
      className={classes(styles.popover)}
    >
      <Menu
        aria-label={label}
        // The user has just opened the menu and continues in it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={chosen === undefined ? 'first' : true}
        className={classes(styles.menu)}
        onAction={(id) => onChoose(String(id))}
        onClose={onClose}
        {...(chosen === undefined ? {} : { selectionMode: 'single', selectedKeys: [chosen] })}
      >
        {entries.map((entry) => (
          <MenuItem
            key={entry.id}
            id={entry.id}
            textValue={entry.label}
            className={classes(styles.entry, entry.isDangerous === true && styles.dangerous)}
          >
            {chosen === undefined ? (
              entry.icon
            ) : (
              <span className={styles.mark}>{entry.id === chosen && <CheckIcon size={18} />}</span>
            )}
            <span>{entry.label}</span>
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
