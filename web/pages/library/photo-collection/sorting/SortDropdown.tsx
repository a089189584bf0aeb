import { Button } from '../../../../ui/Button.tsx'
import { SortIcon } from '../../../../ui/laterIcons.tsx'
import { MenuButton } from '../../../../ui/MenuButton.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import type { SortedView } from './sortPreference.ts'
import { useSortMenu } from './useSortMenu.ts'

export interface SortDropdownProps {
  readonly view: SortedView
  readonly className?: string | undefined
}

/** Shows the order of the view's photos. Choosing another order changes the address; Back undoes the change. */
export function SortDropdown({ view, className }: SortDropdownProps) {
  const { label, entries, chosen, choose } = useSortMenu(view)
  return (
    <MenuButton label={label} entries={entries} chosen={chosen} onChoose={choose}>
      {(trigger) => (
        <Button {...trigger} variant="quiet" icon={<SortIcon size={20} />} className={className}>
          <VisuallyHidden>{label} </VisuallyHidden>
          {entries.find(({ id }) => id === chosen)?.label}
        </Button>
      )}
    </MenuButton>
  )
}
