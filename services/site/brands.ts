import { locales } from '../platform/locales.ts'

/** A brand of the retailer, as its site shows it. */
export interface Brand {
  readonly key: string
  readonly name: string
  /** The label before the public host's name; null for the public host itself. */
  readonly subdomain: string | null
  readonly channel: string
  /** The first is the default. Locales without a catalogue are not offered. */
  readonly locales: readonly string[]
  readonly theme: { readonly light: BrandColours; readonly dark: BrandColours }
  readonly features: Readonly<Record<string, boolean>>
  /** How many days deleted photos can be restored, 1 to 365; 0: they are deleted at once. */
  readonly trashDays: number
  /** How many bytes each customer may store; null: without a limit. The trash and unfinished uploads count. */
  readonly quotaBytes: number | null
  /** The kinds of payment methods that customers may store, by the kind of their account. Empty: none. */
  readonly paymentMethods: Readonly<Record<'personal' | 'business', readonly ('card' | 'directDebit')[]>>
  /** Pages outside the library: `http(s)` URLs, or paths on the brand's own host. */
  readonly links: Readonly<Record<'faq' | 'customerCare' | 'storeFront' | 'terms' | 'privacy' | 'editor', string>>
}

/**
 * A brand's colours for the design system. They must be readable on its canvas and on each other (WCAG AA, 4.5 to 1).
 */
export interface BrandColours {
  readonly '--brand-accent': string
  readonly '--brand-on-accent': string
}

const gigabyte = 1024 ** 3

const features = {
  PhotoManagementTimelineViewEnabled: true,
  PhotoManagementAlbumViewEnabled: true,
  PhotoManagementSharedAlbumsViewEnabled: true,
  PhotoManagementUploadViewEnabled: true,
  PhotoManagementReactivationEnabled: true,
} as const

/** The brands. Unknown hosts get the first. */
export const brands = [
  {
    key: 'keepsake',
    name: 'Keepsake',
    subdomain: null,
    channel: 'k',
    locales,
    theme: {
      light: { '--brand-accent': '#1f5f55', '--brand-on-accent': '#ffffff' },
      dark: { '--brand-accent': '#8fcdbf', '--brand-on-accent': '#0b211d' },
    },
    features,
    trashDays: 30,
    quotaBytes: 1_000 * gigabyte,
    paymentMethods: { personal: ['card', 'directDebit'], business: ['directDebit'] },
    links: linksOf('keepsake'),
  },
  {
    key: 'lumina',
    name: 'Lumina',
    subdomain: 'lumina',
    channel: 'p',
    locales,
    theme: {
      light: { '--brand-accent': '#6a4a86', '--brand-on-accent': '#ffffff' },
      dark: { '--brand-accent': '#cbb2e3', '--brand-on-accent': '#25153a' },
    },
    features,
    trashDays: 0,
    quotaBytes: null,
    paymentMethods: { personal: ['card'], business: [] },
    links: linksOf('lumina'),
  },
] as const satisfies readonly Brand[]

function linksOf(key: string): Brand['links'] {
  const shop = `https://www.${key}.example`
  return {
    faq: `${shop}/help/faq`,
    customerCare: `${shop}/help/contact`,
    storeFront: `${shop}/`,
    terms: `${shop}/legal/terms`,
    privacy: `${shop}/legal/privacy`,
    // The demo brands use a page of this client as their editor.
    editor: '/editor',
  }
}
