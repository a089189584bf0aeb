import { useSession } from '../app/sessionContext.ts'
import { settingsPaths } from './paths.ts'

/** The address of the settings for this kind of account. */
export function useSettingsPath(): string {
  return useIsBusiness() ? settingsPaths.business : settingsPaths.settings
}

/** The addresses of the pages that add and change an address, for this kind of account. */
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
