import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { badInput } from '../../errors/codes.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import { basketOf } from './basket.ts'

/** Resolves the quote of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'printQuote'> = {
  printQuote: (_viewer, { input }, { shop }) => {
    const country = deliveryCountries.find((known) => known === input.country)
    if (country === undefined) throw badInput('The shop does not deliver to this country.')
    return shop.quote(basketOf(input), country)
  },
}
