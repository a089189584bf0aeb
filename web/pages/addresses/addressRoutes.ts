import { redirect } from 'react-router-dom'
import type { Session } from '../../app/Session.ts'
import { carryAlong } from '../../shared/carryAlong.ts'
import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { routePaths } from '../../shared/routePaths.ts'

const allAddresses: PageRoute = {
  path: routePaths.allAddresses,
  title: 'addresses.title',
  settings: { summary: 'addresses.summary' },
  load: async () => (await import('./loadAddresses.ts')).loadAddresses,
  reloadOn: [],
  Page: async () => (await import('./AddressesPage.tsx')).AddressesPage,
}

const newAddress = {
  title: 'addresses.new',
  load: async () => (await import('./loadNewAddress.ts')).loadNewAddress,
  reloadOn: [],
  Page: async () => (await import('./NewAddressPage.tsx')).NewAddressPage,
} satisfies PageRoute

const address = {
  title: 'addresses.change',
  load: async () => (await import('./loadAddress.ts')).loadAddress,
  reloadOn: ['addressId'],
  Page: async () => (await import('./AddressPage.tsx')).AddressPage,
} satisfies PageRoute

/** A URL without the id of an address redirects to the list of all addresses. */
const noAddress = {
  load:
    async () =>
    (_session: Session, { request }: { readonly request: Request }) =>
      redirect(carryAlong(settingsPaths.allAddresses, new URL(request.url).search)),
} satisfies PageRoute

/** The pages of the address book. Business accounts have routes of their own (specification, section 2.1). */
export const addressRoutes: readonly PageRoute[] = [
  allAddresses,
  { ...newAddress, path: routePaths.newAddress, accounts: 'private', otherAccounts: routePaths.newBusinessAddress },
  { ...newAddress, path: routePaths.newBusinessAddress, accounts: 'business', otherAccounts: routePaths.newAddress },
  { ...address, path: routePaths.address, accounts: 'private', otherAccounts: routePaths.businessAddress },
  { ...address, path: routePaths.businessAddress, accounts: 'business', otherAccounts: routePaths.address },
  { ...noAddress, path: routePaths.noAddress },
  { ...noAddress, path: routePaths.noBusinessAddress },
]
