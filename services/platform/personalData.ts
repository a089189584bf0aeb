import { z } from 'zod'
import { integer } from './requests.ts'

/** Maximum number of items of a page. It is also the default. */
const maximumLimit = 100

/**
 * For routes that only services call. From these routes, the customers service reads what it writes into the file with
 * all data of a customer.
 */
const config = { access: 'service', traffic: 'calls' } as const
const params = z.object({ accountId: z.uuid().toLowerCase() })
const description =
  'For the file with all data of a customer (decision 0534). An account without data has an empty answer. Our addition to the specification.'

/** The options of a route that returns facts about an account. */
export function factsOfAccount<Facts extends z.ZodType>(summary: string, facts: Facts) {
  return { config, schema: { summary, description, params, response: { 200: facts } } } as const
}

/**
 * The options of a route that returns a list of an account page by page. Each page begins after the last key of the
 * previous page, so that no item is lost or repeated if the list changes meanwhile.
 * @param summary what is listed
 * @param item an item of the list
 * @param key the schema of `after`. It must accept the values of the column by which the list is sorted
 */
export function listOfAccount<Item extends z.ZodType, Key extends z.ZodType<string>>(
  summary: string,
  item: Item,
  key: Key,
) {
  const querystring = z.object({
    after: key.optional().describe('The `next` of the previous page. Without it, the list starts at its beginning.'),
    limit: integer
      .pipe(z.number().min(1).max(maximumLimit))
      .default(maximumLimit)
      .describe(`1 to ${maximumLimit}, by default ${maximumLimit}`),
  })
  const page = z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The `after` of the next page; null on the last page.'),
  })
  return { config, schema: { summary, description, params, querystring, response: { 200: page } } } as const
}

/**
 * Divides rows into a page and its `next`. @param rows the rows of the page, and one row more if another page follows
 */
export function pageOfRows<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}
