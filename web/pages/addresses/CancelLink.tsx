import { FormattedMessage } from 'react-intl'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { settingsPaths } from '../../shared/paths.ts'

/** Leads back to the list of all addresses. @param props.onPress forgets what was typed */
export function CancelLink({ onPress }: { readonly onPress: () => void }) {
  return (
    <AppLinkButton to={settingsPaths.allAddresses} onClick={onPress}>
      <FormattedMessage id="common.cancel" />
    </AppLinkButton>
  )
}
