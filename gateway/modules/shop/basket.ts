import { basketPattern, printLimits } from '../../../schema/rules/prints.ts'
import { badInput } from '../../errors/codes.ts'
import { keyOf } from '../../relay/globalId.ts'
import type { Basket, DemoPaymentOutcome, PrintLine } from '../../upstream/shop/shopClient.ts'
import type { DemoPayment, PrintsInput } from '../../__generated__/resolvers.ts'

const longestVoucherCode = 200

/** The outcomes of the demo payment, as the shop names them. */
export const demoPayments: Readonly<Record<DemoPayment, DemoPaymentOutcome>> = {
  SUCCEEDS: 'succeeds',
  FAILS: 'fails',
  PENDING: 'pending',
}

interface BasketInput {
  readonly basketId: string
  readonly prints: readonly PrintsInput[]
  readonly voucherCode?: string | null | undefined
}

/**
 * Reads the basket of an input.
 * @throws BAD_USER_INPUT for a basket that the shop would refuse
 */
export function basketOf({ basketId, prints, voucherCode }: BasketInput): Basket {
  if (!basketPattern.test(basketId)) throw badInput('"basketId" must have 1 to 80 visible ASCII characters.')
  const voucher = voucherCode?.trim() || null
  if (voucher !== null && voucher.length > longestVoucherCode) throw badInput('"voucherCode" is too long.')
  const lines = prints.flatMap(linesOf)
  if (lines.length === 0 || lines.length > printLimits.lines)
    throw badInput(`"prints" names ${lines.length} photos; it must name 1 to ${printLimits.lines}.`)
  if (new Set(lines.map(({ photoId, variant }) => `${photoId} ${variant}`)).size < lines.length)
    throw badInput('"prints" names a photo twice for the same size.')
  for (const [size, ofSize] of Map.groupBy(lines, ({ variant }) => variant)) {
    const quantity = ofSize.reduce((sum, line) => sum + line.quantity, 0)
    if (quantity > printLimits.printsOfSize)
      throw badInput(`"prints" has ${quantity} prints of ${size}; an order has ${printLimits.printsOfSize} at most.`)
  }
  return { basketId, lines, voucher }
}

function linesOf({ size, copies, photoIds }: PrintsInput): PrintLine[] {
  if (copies < 1 || copies > printLimits.copies)
    throw badInput(`"copies" is ${copies}; it must be from 1 to ${printLimits.copies}.`)
  return photoIds.map((id) => {
    const photoId = keyOf('Photo', id)
    if (photoId === null) throw badInput('"photoIds" has an ID that is not that of a photo.')
    return { photoId, variant: size, quantity: copies }
  })
}
