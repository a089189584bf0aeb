import { badInput } from '../../errors/codes.ts'
import { checkLocale } from '../shared/locale.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'

const maximumChannels = 20

/** Resolves the shops of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'shops'> = {
  shops: (_viewer, { channels, locale }, { merchandise }) => {
    const count = channels?.length ?? 1
    if (count < 1 || count > maximumChannels)
      throw badInput(`"channels" names ${count} shops; it must name 1 to ${maximumChannels}.`)
    return merchandise.listChannels(channels ?? null, checkLocale(locale))
  },
}
