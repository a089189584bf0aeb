import { checkLocale } from '../shared/locale.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the shops of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'shops'> = {
  shops: (_viewer, { channels, locale }, { merchandise }) =>
    merchandise.listChannels(channels ?? null, checkLocale(locale)),
}
