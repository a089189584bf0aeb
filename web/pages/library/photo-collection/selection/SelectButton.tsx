import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { SelectIcon } from '../../../../ui/icons.tsx'
import { useSelection } from './SelectionContext.ts'

/** The button that starts selecting photos of the view. A button in the toolbar of the selection stops it. */
export function SelectButton({ className }: { readonly className?: string | undefined }) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  return (
    <Button variant="quiet" icon={<SelectIcon size={20} />} className={className} onPress={() => selection.start()}>
      {formatMessage({ id: 'selection.select' })}
    </Button>
  )
}
