import { Header } from 'react-aria-components/Header'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import { CheckIcon } from './laterIcons.tsx'
import styles from './MenuPopover.module.css'

interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDangerous?: boolean
  /** The language of the label, if it is not that of the page. */
  readonly lang?: string
}

/** Entries of which one is chosen. */
interface MenuOptions {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** The id of the chosen entry. */
  readonly chosen: string
}

export interface MenuProps {
  /** The accessible name of the menu. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** The id of the selected entry in a menu of options; undefined in a menu of actions. */
  readonly chosen?: string
  /** Options that precede the entries of a menu of actions. */
  readonly options?: MenuOptions | null
  readonly onChoose: (id: string) => void
  /** The edge of the menu that is aligned with the button. */
  readonly align?: 'start' | 'end'
}

interface MenuPopoverProps extends MenuProps {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The menu itself, with arrow keys, type-ahead and Escape. The focus returns to the button. */
export function MenuPopover(props: MenuPopoverProps) {
  const { label, entries, chosen, options, onChoose, align = 'start', trigger, onClose } = props
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
        {options && (
          <MenuSection selectionMode="single" selectedKeys={[options.chosen]} className={classes(styles.options)}>
            <Header className={classes(styles.label)}>{options.label}</Header>
            {options.entries.map((entry) => itemOf(entry, options.chosen))}
          </MenuSection>
        )}
        {entries.map((entry) => itemOf(entry, chosen))}
      </Menu>
    </Popover>
  )
}

/** An entry, with a mark if it is the chosen option. */
function itemOf(entry: MenuEntry, chosen: string | undefined): ReactNode {
  return (
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
      <span lang={entry.lang}>{entry.label}</span>
    </MenuItem>
  )
}
