import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { SelectIcon } from '../../../../ui/icons.tsx'
import { useSelection } from './SelectionContext.ts'

/** Starts selecting photos of the view. The bar of the selection ends it. */
export function SelectButton({ className }: { readonly className?: string | undefined }) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  return (
    <Button variant="quiet" icon={<SelectIcon size={20} />} className={className} onPress={() => selection.start()}>
      {formatMessage({ id: 'selection.select' })}
    </Button>
  )
}
