import { addressProblems, cleanAddress } from '../../../../schema/rules/postalAddress.ts'
import { basketPattern, deliveryCountries } from '../../../../schema/rules/prints.ts'
import { badInput, unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId } from '../../../relay/globalId.ts'
import type { WirePlaced } from '../../../upstream/shop/wire.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { invalidAddress } from '../../shared/orderRefusals.ts'
import { basketOf, demoPayments } from '../basket.ts'

const amountPattern = /^\d{1,12}\.\d{2}$/
/** The shop does not deliver to the country of the address. */
const noDelivery = invalidAddress([{ field: 'country', problem: 'NOT_VALID' }])
const localePattern = /^[a-z]{2,8}(-[a-z\d]{1,8}){0,3}$/i

/** Resolves `Mutation.placePrintOrder`. */
export const placePrintOrder: NonNullable<MutationResolvers['placePrintOrder']> = async (
  _root,
  { input },
  { viewer, shop },
) => {
  if (!viewer) throw unauthenticated()
  const { attemptId = null, address, quotedTotal, payment, channel, locale } = input
  if (attemptId !== null && !basketPattern.test(attemptId))
    throw badInput('"attemptId" must have 1 to 80 visible ASCII characters.')
  if (!amountPattern.test(quotedTotal.amount)) throw badInput('"quotedTotal" must be the total of a quote.')
  if (!localePattern.test(locale)) throw badInput('"locale" must be a language tag.')
  const basket = basketOf(input)
  const problems = addressProblems(address)
  if (problems.length > 0) return invalidAddress(problems)
  const deliveryAddress = cleanAddress(address)
  if (!deliveryCountries.some((country) => country === deliveryAddress.country)) return noDelivery
  const confirmation = { attemptId, deliveryAddress, quotedTotal, payment: demoPayments[payment], channel }
  return resultOf(await shop.placeOrder(basket, confirmation, locale))
}

function resultOf(placed: WirePlaced | 'noDelivery') {
  if (placed === 'noDelivery') return noDelivery
  if ('quote' in placed) {
    return {
      __typename: 'PrintQuoteChanged',
      code: 'PRINT_QUOTE_CHANGED',
      message: 'Nothing was ordered: the prints, the voucher or the total differ from the confirmed quote.',
      quote: placed.quote,
      missingPhotoIds: placed.missingPhotoIds.map((id) => encodeGlobalId('Photo', id)),
    } as const
  }
  const { code, orderCode } = placed
  if (code !== 'BASKET_ORDERED') return { __typename: 'PlacePrintOrderSuccess', orderCode } as const
  return {
    __typename: 'PrintBasketOrdered',
    code: 'PRINT_BASKET_ORDERED',
    message: 'Nothing was ordered: another attempt has ordered this basket.',
    orderCode,
  } as const
}
