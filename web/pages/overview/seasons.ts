import { graphql, readInlineData } from 'react-relay/hooks'
import type { seasons_date$data, seasons_date$key } from '../../__generated__/seasons_date.graphql.ts'
import { daysUntil } from './daysUntil.ts'

const fragment = graphql`
  fragment seasons_date on OrderByDate @inline {
    title
    occasion
    country
    orderBy
    deliveredBy
    isOpen
    campaign {
      isActive
    }
  }
`

/** A season that is near, in one country. */
export interface Season {
  /** The occasion as customers read it, such as "Christmas". */
  readonly occasion: string
  readonly deliveredBy: string
  /** The country of delivery, as an ISO 3166-1 code. */
  readonly country: string
  /** The last days to order, each with its articles, the earliest day first. Days that have passed are left out. */
  readonly days: readonly { readonly orderBy: string; readonly articles: readonly string[] }[]
  /** The articles that no longer arrive in time. */
  readonly closed: readonly string[]
}

/** How many days before an order-by date its season is near, if the service does not know when the season begins. */
const nearDays = 42

/**
 * The seasons that are near, the earliest day of delivery first.
 * @param keys the dates, the earliest first, as the gateway sends them
 */
export function nearSeasons(keys: readonly seasons_date$key[]): readonly Season[] {
  const dates = keys.map((key) => readInlineData(fragment, key))
  const near = dates.filter(({ campaign, orderBy }) => campaign?.isActive ?? daysUntil(orderBy) <= nearDays)
  return [...Map.groupBy(near, ({ occasion, deliveredBy }) => `${deliveredBy} ${occasion}`).values()]
    .flatMap(seasonOf)
    .toSorted((one, other) => one.deliveredBy.localeCompare(other.deliveredBy))
}

function seasonOf(dates: readonly seasons_date$data[]): Season[] {
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

function titlesOf(dates: readonly seasons_date$data[]): string[] {
  return dates.map(({ title }) => title)
}
