import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  addDays,
  type Day,
  factory,
  type Holidays,
  weekdayOf,
  workingDaysBefore,
} from '../../platform/calendar/workingDays.ts'
import {
  type ArticleType,
  articleTypes,
  type Catalogue,
  type Country,
  countryCodes,
} from '../../platform/catalogue/catalogue.ts'
import { type Texts, textsSchema } from '../../platform/locales.ts'

const month = z.number().int().min(1).max(12)

const seasonSchema = z.strictObject({
  name: z.string().regex(/^[a-z-]{1,40}$/),
  title: textsSchema,
  /** A day of the year, or a Sunday of a month (2: the second Sunday). */
  deliveredBy: z.union([
    z.strictObject({ month, day: z.number().int().min(1).max(31) }),
    z.strictObject({ month, sunday: z.number().int().min(1).max(4) }),
  ]),
  /** The campaign begins this many days before the delivery. */
  startsDaysBefore: z.number().int().min(1).max(200),
  countries: z.array(z.enum(countryCodes)).min(1),
  articleTypes: z.array(z.enum(articleTypes)).min(1),
})

/** An occasion for which many customers order, such as Christmas. */
export type Season = z.infer<typeof seasonSchema>

/** A season in one year. */
export interface Campaign {
  readonly season: Season
  readonly starts: Day
  /** The last day on which orders should arrive. */
  readonly ends: Day
}

/** The last day to order articles of one type, for one country. */
export interface OrderBy {
  readonly articleType: ArticleType
  readonly country: Country['country']
  readonly season: string
  readonly seasonTitle: Texts
  readonly deliveredBy: Day
  readonly orderBy: Day
}

/**
 * Reads the file of seasons.
 * @throws ZodError that says what is wrong in it
 */
export function readSeasons(): readonly Season[] {
  const text = readFileSync(new URL('seasons.json', import.meta.url), 'utf8')
  return z.array(seasonSchema).min(1).parse(JSON.parse(text))
}

/** The season's current or next campaign. */
export function campaignOf(season: Season, today: Day): Campaign {
  const year = Number(today.slice(0, 4))
  const thisYear = deliveryDay(season, year)
  const ends = thisYear >= today ? thisYear : deliveryDay(season, year + 1)
  return { season, starts: addDays(ends, -season.startsDaysBefore), ends }
}

/**
 * For each country and type of article: the last day to order for the next season. A type without a season is left out.
 */
export function orderByDays(
  { catalogue, seasons, holidays }: { catalogue: Catalogue; seasons: readonly Season[]; holidays: Holidays },
  today: Day,
): OrderBy[] {
  return catalogue.countries.flatMap((country) => {
    const campaigns = seasons
      .filter(({ countries }) => countries.includes(country.country))
      .map((season) => campaignOf(season, today))
    return articleTypes.flatMap((articleType) => {
      const next = campaigns
        .filter(({ season }) => season.articleTypes.includes(articleType))
        .toSorted((left, right) => left.ends.localeCompare(right.ends))[0]
      if (!next) return []
      const { season, ends: deliveredBy } = next
      const orderBy = orderDay(deliveredBy, productionDays(catalogue, articleType), country, holidays)
      const { name, title } = season
      return [{ articleType, country: country.country, season: name, seasonTitle: title, deliveredBy, orderBy }]
    })
  })
}

/**
 * The last day to order. It is counted back from the delivery: first the days in the post, then the days in the
 * factory.
 */
function orderDay(deliveredBy: Day, production: number, { country, shippingDays }: Country, holidays: Holidays): Day {
  const shipped = workingDaysBefore(deliveredBy, shippingDays, country, holidays)
  return workingDaysBefore(shipped, production, factory.country, holidays)
}

/** The working days that the slowest product of a type needs. So the promise holds for every product of the type. */
function productionDays({ products }: Catalogue, articleType: ArticleType): number {
  const ofType = [...products.values()].filter((product) => product.articleType === articleType)
  return Math.max(...ofType.map((product) => product.productionDays))
}

function deliveryDay({ deliveredBy }: Season, year: number): Day {
  const first = `${year}-${String(deliveredBy.month).padStart(2, '0')}-01`
  if ('day' in deliveredBy) return addDays(first, deliveredBy.day - 1)
  const firstSunday = addDays(first, (7 - weekdayOf(first)) % 7)
  return addDays(firstSunday, (deliveredBy.sunday - 1) * 7)
}
