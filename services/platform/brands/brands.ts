import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Brand, hostNameOf, issuerOf } from './brand.ts'
import { type BrandFolders, readBrands } from './readBrands.ts'

/** The current brands of the installation, as read from their folder. */
export interface Brands {
  /** The brand of the public URL is the first. */
  all(): readonly [Brand, ...Brand[]]
  /** Undefined if no brand has this key. */
  find(key: string | null): Brand | undefined
  /** The brand with this key. For an unknown key, such as that of a removed brand, the first brand. */
  named(key: string | null): Brand
  /**
   * The brand of a host, whatever its port and case. Undefined for a host of no brand.
   * @param host as in a browser's address bar: `lumina.localhost:4000`
   */
  atHost(host: string): Brand | undefined
  /** Undefined if no brand has this channel. */
  ofChannel(channel: string): Brand | undefined
  /**
   * The brand on whose site the customer has signed in, or, for the client of another team, the brand that this client
   * belongs to. Undefined for an unknown client, such as the explorer.
   */
  ofAccount(account: { readonly clientId: string | null }): Brand | undefined
}

/** What reports mistakes in the folder. */
interface BrandsLog {
  error(facts: { readonly mistakes: readonly string[] }, message: string): void
  info(facts: { readonly brands: readonly string[] }, message: string): void
}

interface BrandsOptions {
  /** A clock in ms. */
  readonly now?: () => number
  /** The key of the brand that another team's client belongs to. */
  readonly brandOfClient?: (clientId: string) => string | undefined
}

/** Minimum time (ms) between two checks of the folder for changes. */
const checkMilliseconds = 1_000

/** The names of the machine itself, at which a developer or a health check reaches the product. */
const ownNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Reads the brands, and reads them again when a file has changed. While the folder has a mistake, the brands stay as
 * they were, and the log says what is wrong.
 * @throws Error with a sentence for each mistake that the folder has now
 */
export function createBrands(folders: BrandFolders, log: BrandsLog, options: BrandsOptions = {}): Brands {
  const { now = () => Date.now(), brandOfClient = () => undefined } = options
  let stamp = stampOf(folders)
  let checked = now()
  const first = readBrands(folders)
  if (first.mistakes) throw new Error(first.mistakes.join('\n'))
  let brands = first.brands

  function all(): readonly [Brand, ...Brand[]] {
    if (now() - checked < checkMilliseconds) return brands
    checked = now()
    const current = stampOf(folders)
    if (current === stamp) return brands
    stamp = current
    const read = readBrands(folders)
    if (read.mistakes) {
      log.error({ mistakes: read.mistakes }, 'the brands have mistakes, and stay as they were')
    } else {
      brands = read.brands
      log.info({ brands: brands.map(({ key }) => key) }, 'the brands were read again')
    }
    return brands
  }

  const find = (key: string | null) => all().find((brand) => brand.key === key)
  return {
    all,
    find,
    named: (key) => find(key) ?? all()[0],
    atHost: (host) => all().find((brand) => hostNamesOf(brand, folders.publicUrl).includes(hostNameOf(host))),
    ofChannel: (channel) => all().find((brand) => brand.channel === channel),
    ofAccount: ({ clientId }) =>
      all().find((brand) => brand.clientId === clientId) ??
      find(clientId === null ? null : (brandOfClient(clientId) ?? null)),
  }
}

/**
 * Checks the folder on a timer, so that mistakes reach the log without a request.
 * @param every the interval in ms
 * @returns a function that ends the checks
 */
export function watchBrands(brands: Pick<Brands, 'all'>, { every }: { readonly every: number }): () => void {
  const timer = setInterval(() => {
    try {
      brands.all()
    } catch {
      // A file disappeared while the folder was read. The next check reads the folder again.
    }
  }, every).unref()
  return () => clearInterval(timer)
}

/** The issuers of access tokens: our own, and those of the brands. */
export function issuersOf(publicUrl: string, brands: Pick<Brands, 'all'>): string[] {
  return [...new Set([issuerOf(publicUrl, null), ...brands.all().map(({ issuer }) => issuer)])]
}

/** The host names of a brand's site: those of its origins, and its subdomain below the names of the machine itself. */
function hostNamesOf({ origins, subdomain }: Brand, publicUrl: string): string[] {
  const names = [...ownNames, hostNameOf(new URL(publicUrl).host)]
  return [
    ...origins.map((origin) => hostNameOf(new URL(origin).host)),
    ...names.map((name) => (subdomain === null ? name : `${subdomain}.${name}`)),
  ]
}

/** Changes when a file of a brand changes, or when a catalogue is added or removed. */
function stampOf({ brandsDir, localesDir }: BrandFolders): string {
  const folders = existsSync(brandsDir) ? readdirSync(brandsDir, { recursive: true, withFileTypes: true }) : []
  const files = folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const stamps = files.toSorted().map((file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return `${file} ${found?.mtimeMs} ${found?.size}`
  })
  const locales = existsSync(localesDir) ? readdirSync(localesDir).toSorted() : []
  return [...stamps, ...locales].join('\n')
}
