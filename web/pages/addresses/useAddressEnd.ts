import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../shared/AppLink.tsx'
import { settingsPaths } from '../../shared/paths.ts'
import { showToast } from '../../ui/toasts.ts'

/** Returns a function that leaves a form: it shows a message and opens the list of all addresses. */
export function useAddressEnd(): (messageId: string) => void {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  return (id) => {
    showToast({ kind: 'success', message: formatMessage({ id }), timeout: 5_000 })
    navigate(settingsPaths.allAddresses)
  }
}
