import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { RefObject } from 'react'
import { classes } from './classes.ts'
import { CheckIcon } from './icons.tsx'
import type { MenuButtonProps } from './MenuButton.tsx'
import styles from './MenuPopover.module.css'

export interface MenuPopoverProps extends Omit<MenuButtonProps, 'children'> {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The menu itself: arrow keys, typing ahead, Escape; focus goes back to the button. */
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
        // Whoever has opened it goes on in it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={chosen === undefined ? 'first' : true}
        className={classes(styles.menu)}
        onAction={(id) => onChoose(String(id))}
        onClose={onClose}
        {...(chosen === undefined
          ? {}
          : { selectionMode: 'single', selectedKeys: [chosen], disallowEmptySelection: true })}
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
