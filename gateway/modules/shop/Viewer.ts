import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { badInput } from '../../errors/codes.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import { basketOf } from './basket.ts'

const noDelivery = () => badInput('The shop does not deliver to this country.')

/** Resolves the quote of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'printQuote'> = {
  printQuote: async (_viewer, { input }, { shop }) => {
    const country = deliveryCountries.find((known) => known === input.country)
    if (country === undefined) throw noDelivery()
    const quote = await shop.quote(basketOf(input), { country, channel: input.channel ?? undefined })
    if (quote === 'noDelivery') throw noDelivery()
    return quote
  },
}
