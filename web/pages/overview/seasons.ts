import type { OrderByDatesQuery } from '../../__generated__/OrderByDatesQuery.graphql.ts'
import { daysUntil } from './daysUntil.ts'

type OrderByDate = NonNullable<NonNullable<OrderByDatesQuery['response']['viewer']>['orderByDates']>[number]

/** A season that is near, in one country. */
export interface Season {
  /** The occasion as customers read it, such as "Christmas". */
  readonly occasion: string
  readonly deliveredBy: string
  /** The country of delivery, as an ISO 3166-1 code. */
  readonly country: string
  /** The last days to order with the articles of each, the earliest day first. Days that have passed are left out. */
  readonly days: readonly { readonly orderBy: string; readonly articles: readonly string[] }[]
  /** The articles that no longer arrive in time. */
  readonly closed: readonly string[]
}

/** How many days before an order-by date its season is near, if the service does not know when the season begins. */
const nearDays = 42

/**
 * The seasons that have begun, the one that ends first before the others.
 * @param dates the earliest first, as the gateway sends them
 */
export function nearSeasons(dates: readonly OrderByDate[]): readonly Season[] {
  const near = dates.filter(({ campaign, orderBy }) => campaign?.isActive ?? daysUntil(orderBy) <= nearDays)
  return [...Map.groupBy(near, ({ occasion, deliveredBy }) => `${deliveredBy} ${occasion}`).values()]
    .flatMap(seasonOf)
    .toSorted((one, other) => one.deliveredBy.localeCompare(other.deliveredBy))
}

function seasonOf(dates: readonly OrderByDate[]): Season[] {
  const titlesOf = (some: readonly OrderByDate[]) => some.map(({ title }) => title)
  const open = Map.groupBy(
    dates.filter(({ isOpen }) => isOpen),
    ({ orderBy }) => orderBy,
  )
  return dates.slice(0, 1).map(({ occasion, deliveredBy, country }) => ({
    occasion,
    deliveredBy,
    country,
    days: [...open].map(([orderBy, articles]) => ({ orderBy, articles: titlesOf(articles) })),
    closed: titlesOf(dates.filter(({ isOpen }) => !isOpen)),
  }))
}
