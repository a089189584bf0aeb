import { type PublicConfig, parsePublicConfig } from '../../../web/app/publicConfig.ts'

/** A response of `/config.json`. */
export const configBody = {
  brand: 'keepsake',
  name: 'Keepsake',
  channel: 'k',
  defaultLocale: 'en-GB',
  locales: ['en-GB', 'nl-NL'],
  catalogues: {},
  logoUrl: '/brands/keepsake/logo.svg',
  theme: { common: {}, light: { '--brand-accent': '#123456' }, dark: { '--brand-accent': '#abcdef' } },
  fonts: [],
  graphqlUrl: '/graphql',
  authority: 'http://keepsake.test/identity',
  clientId: 'keepsake-web',
  scope: 'openid',
  uploadUrl: 'http://keepsake.test/storage/files',
  features: {
    PhotoManagementTimelineViewEnabled: true,
    PhotoManagementAlbumViewEnabled: true,
    PhotoManagementSharedAlbumsViewEnabled: true,
    PhotoManagementUploadViewEnabled: true,
    PhotoManagementReactivationEnabled: true,
  },
  links: {
    faq: 'https://shop.test/faq',
    customerCare: '/',
    storeFront: '/',
    terms: '/',
    privacy: '/',
    editor: 'https://editor.test/prints',
  },
  localLinks: {},
}

/** A configuration with some features on or off. */
export function configWith(features: Record<string, boolean> = configBody.features): PublicConfig {
  return parsePublicConfig({ ...configBody, features })
}
