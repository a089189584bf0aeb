import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { useSelection, useSelectionState } from './SelectionContext.ts'

/** Starts selecting photos of the view, or ends it. */
export function SelectButton() {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const { isActive } = useSelectionState(selection)
  return (
    <Button aria-pressed={isActive} onPress={() => (isActive ? selection.stop() : selection.start())}>
      {formatMessage({ id: 'selection.select' })}
    </Button>
  )
}
