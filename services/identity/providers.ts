import type { Provider } from 'oidc-provider'
import type { Brand } from '../platform/brands/brand.ts'
import type { Platform } from '../platform/platform.ts'
import { clientFinder } from './clients.ts'
import { createProvider, type ProviderOptions } from './provider.ts'
import { answerUnavailable } from './unavailable.ts'

/** The OpenID providers: one per issuer. All have the same accounts, sessions, keys and pages. */
export interface Providers {
  /**
   * The provider of our own issuer. The sign-in pages use this provider for all issuers, because all providers share
   * the storage.
   */
  readonly own: Provider
  /** The provider of a brand's issuer. */
  ofBrand(brand: Pick<Brand, 'authority'>): Provider
  /** The provider of an authority. Undefined if no brand has this authority now. */
  find(authority: string): Provider | undefined
}

/**
 * Creates the provider of our own issuer, and those of other authorities when they are first needed. Each has only the
 * clients of its brands.
 */
export function createProviders(
  platform: Platform,
  options: Omit<ProviderOptions, 'issuer' | 'findClient'>,
  issuerOf: (authority: string | null) => string,
): Providers {
  const create = (authority: string | null) => {
    const findClient = clientFinder(platform, authority)
    const provider = createProvider({ ...options, issuer: issuerOf(authority), findClient })
    provider.on('server_error', (context, error) => {
      answerUnavailable(context, error)
      platform.log.error({ err: error, reference: context.get('x-correlation-id') }, 'the OpenID provider failed')
    })
    return provider
  }
  const own = create(null)
  const others = new Map<string, Provider>()
  const ofAuthority = (authority: string) => {
    const provider = others.get(authority) ?? create(authority)
    others.set(authority, provider)
    return provider
  }
  return {
    own,
    ofBrand: ({ authority }) => (authority === null ? own : ofAuthority(authority)),
    find: (authority) =>
      platform.brands.all().some((brand) => brand.authority === authority) ? ofAuthority(authority) : undefined,
  }
}
