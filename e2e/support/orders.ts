import { mug, OrderCalls, type PlacedOrder } from '../../tests/support/orderCalls.ts'
import { productUnderTest } from './product.ts'

/** A line whose product is no longer sold. */
export const soldOut = { ...mug, productCode: 'OLD_1', variant: undefined, articleName: 'Card', title: 'Old card' }

/** Places an order as the shop does. By default one product, which is paid. */
export async function placeOrder(
  accountId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<PlacedOrder> {
  return calls().place(accountId, changes)
}

/** Reports a step of production, as the factory does. */
export async function reportStep(order: PlacedOrder, step: Readonly<Record<string, unknown>>): Promise<void> {
  await calls().reportStep(order, step)
}

/** Sends the PDF of an ordered product, as the factory does. */
export async function sendPdf(accountId: string, code: string): Promise<void> {
  await calls().sendPdf(accountId, code)
}

function calls(): OrderCalls {
  return new OrderCalls(productUnderTest().dataDir)
}
