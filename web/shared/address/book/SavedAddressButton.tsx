import { type KeyboardEvent, Suspense, lazy, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIntl } from 'react-intl'
import type { TypedAddress } from '../../../../schema/rules/postalAddress.ts'
import { Button } from '../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { addressLabel } from '../addressLabel.ts'
import { type AddressTexts, addressTexts } from '../addressTexts.ts'
import styles from './SavedAddressButton.module.css'

const loadPopover = () => import('./SavedAddressPopover.tsx')
const SavedAddressPopover = lazy(async () => ({ default: (await loadPopover()).SavedAddressPopover }))

/** Preloads the code of the list. After a failure it is loaded again when the list opens. */
const prepare = () => void loadPopover().catch(() => undefined)

export interface SavedAddressButtonProps {
  /** The countries that the form offers, as ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[]
  readonly isDisabled: boolean
  /** Called with the texts of the chosen address: a copy, which later changes of the address book do not change. */
  readonly onChoose: (texts: AddressTexts) => void
}

/**
 * A button that lists the addresses of the address book, and fills the chosen address into the form. The addresses are
 * requested only when the button is pressed.
 */
export function SavedAddressButton({ countries, isDisabled, onChoose }: SavedAddressButtonProps) {
  const { formatMessage } = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const choose = (address: TypedAddress) => {
    // The list unmounts, so the focus would be lost.
    flushSync(() => setOpen(false))
    trigger.current?.focus()
    setChosen(addressLabel(address))
    onChoose(addressTexts(address))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <div className={styles.control}>
      <Button
        ref={trigger}
        size="small"
        isDisabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {formatMessage({ id: 'savedAddress.use' })}
      </Button>
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <VisuallyHidden>
        <output>{chosen !== null && formatMessage({ id: 'savedAddress.filledIn' }, { address: chosen })}</output>
      </VisuallyHidden>
      {isOpen && (
        <Suspense fallback={null}>
          <SavedAddressPopover
            countries={countries}
            trigger={trigger}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
