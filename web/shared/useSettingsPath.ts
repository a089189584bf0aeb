import { useSession } from '../app/sessionContext.ts'
import { settingsPaths } from './paths.ts'

/** The path of the settings for this kind of account. */
export function useSettingsPath(): string {
  return useIsBusiness() ? settingsPaths.business : settingsPaths.settings
}

/** The paths of the pages on which a postal address is added or changed, for this kind of account. */
export function useAddressPaths(): { readonly newAddress: string; readonly address: (id: string) => string } {
  const isBusiness = useIsBusiness()
  const path = isBusiness ? settingsPaths.businessAddress : settingsPaths.address
  return {
    newAddress: isBusiness ? settingsPaths.newBusinessAddress : settingsPaths.newAddress,
    address: (id) => `${path}/${encodeURIComponent(id)}`,
  }
}

function useIsBusiness(): boolean {
  return useSession().signIn.session()?.kind === 'business'
}
