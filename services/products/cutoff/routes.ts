import { z } from 'zod'
import { type Day, readHolidays, todayAt } from '../../platform/calendar/workingDays.ts'
import { type ArticleType, articleTypes, type Catalogue, countryCodes } from '../../platform/catalogue/catalogue.ts'
import type { Locale } from '../../platform/locales.ts'
import { type ServiceApp, orProblem } from '../../platform/contract.ts'
import { notFound } from '../../platform/problems.ts'
import { sendInLocale, textHeaders } from '../language.ts'
import { campaignOf, type OrderBy, orderByDays, readSeasons } from './seasons.ts'

const noSuchCampaign = () => notFound('There is no such campaign.')
const articleTypeSchema = z.enum(articleTypes)

const articleGroupSchema = z
  .object({
    code: articleTypeSchema,
    title: z.string(),
    productCodes: z.array(z.string()),
    cutoffs: z.array(
      z.object({
        country: z.enum(countryCodes),
        campaign: z.string().describe('The name for `GET /v1/Campaign/{name}`.'),
        title: z.string().describe('The occasion, such as Christmas.'),
        deliveredBy: z.iso.date(),
        orderBy: z.iso.date().describe('The last day to order, in the time zone of the factory (Europe/Amsterdam).'),
        isOpen: z.boolean().describe('Whether orders still arrive in time: false after `orderBy`.'),
      }),
    ),
  })
  .meta({ id: 'ArticleGroup' })

const campaignSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    starts: z.iso.date(),
    ends: z.iso.date().describe('The day on which orders should have arrived.'),
    isActive: z.boolean(),
    countries: z.array(z.enum(countryCodes)),
    articleGroups: z.array(articleTypeSchema),
  })
  .meta({ id: 'Campaign' })

const listGroups = {
  summary: 'Lists the article groups with the order-by days of their next season',
  description: 'Each country has its own seasons, holidays and delivery times (decision 0503).',
  headers: textHeaders,
  querystring: z.object({
    country: z.enum(countryCodes).optional().describe('Only the order-by days of this country.'),
  }),
  response: { 200: z.object({ articleGroups: z.array(articleGroupSchema) }) },
}

const readCampaign = {
  summary: 'Reads a campaign',
  description: 'The current or the next campaign of this name, because campaigns return every year.',
  headers: textHeaders,
  params: z.object({ name: orProblem(z.string().max(40), noSuchCampaign) }),
  response: { 200: campaignSchema },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the routes that return the last days to order for a season. */
export function registerCutoffRoutes(app: ServiceApp, catalogue: Catalogue): void {
  const [seasons, holidays] = [readSeasons(), readHolidays()]

  app.get('/v1/ArticleGroup', { schema: listGroups }, async (request, reply) => {
    const locale = sendInLocale(request, reply)
    const today = todayAt(new Date())
    const { country: wanted } = request.query
    const days = orderByDays({ catalogue, seasons, holidays }, today).filter(
      ({ country }) => wanted === undefined || country === wanted,
    )
    return { articleGroups: articleTypes.map((code) => toWireGroup(catalogue, { code, days, today, locale })) }
  })

  app.get('/v1/Campaign/:name', { schema: readCampaign }, async (request, reply) => {
    const season = seasons.find(({ name }) => name === request.params.name)
    if (!season) throw noSuchCampaign()
    const today = todayAt(new Date())
    const { starts, ends } = campaignOf(season, today)
    const { name, title, countries, articleTypes: articleGroups } = season
    return {
      name,
      title: title[sendInLocale(request, reply)],
      starts,
      ends,
      isActive: starts <= today,
      countries,
      articleGroups,
    }
  })
}

function toWireGroup(
  { products, articleTypes: titles }: Catalogue,
  group: { code: ArticleType; days: readonly OrderBy[]; today: Day; locale: Locale },
): z.infer<typeof articleGroupSchema> {
  const { code, days, today, locale } = group
  return {
    code,
    title: titles[code][locale],
    productCodes: [...products.values()].flatMap((one) => (one.articleType === code ? [one.code] : [])),
    cutoffs: days
      .filter(({ articleType }) => articleType === code)
      .map(({ country, season, seasonTitle, deliveredBy, orderBy }) => ({
        country,
        campaign: season,
        title: seasonTitle[locale],
        deliveredBy,
        orderBy,
        isOpen: today <= orderBy,
      })),
  }
}
