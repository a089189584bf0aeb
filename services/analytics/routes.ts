import type { Kysely } from 'kysely'
import { z } from 'zod'
import { readConsent } from '../../schema/rules/cookieConsent.ts'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { Problem } from '../platform/problems.ts'
import { addCounts, type Counted, listCounts, maximumRowsPerDay } from './counts.ts'
import type { AnalyticsTables } from './tables.ts'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, 'A name has lower-case letters, digits and hyphens.')
const page = z
  .string()
  .max(100)
  .regex(/^(\/|(\/(:[A-Za-z]+|[a-z][a-z-]*|b2b))+)$/, 'A page has the names of its parameters instead of their values.')

const pageViewSchema = z.object({
  kind: z.literal('pageView'),
  page: page.describe('The path with parameter names instead of values, such as `/my-photos/albums/:id`.'),
})
const exposureSchema = z.object({ kind: z.literal('exposure'), experiment: name, variant: name })
const measurementSchema = z.discriminatedUnion('kind', [pageViewSchema, exposureSchema])

const addMeasurements = {
  summary: 'Counts what visitors see',
  description:
    'Counts a view of a page, or that a variant of a split test was shown, if the cookie `cookie-consent` of the visitor allows analytics. ' +
    'Only counts per day are stored: no address, no account, no id of a visitor, and no id in a page.',
  body: z.object({ brand: name, measurements: z.array(measurementSchema).min(1).max(20) }),
  response: { 204: nothing },
  problems: { 403: ['NO_CONSENT'] },
}

const countSchema = z
  .object({
    brand: z.string(),
    kind: z.enum(['pageView', 'exposure']),
    name: z.string().describe('The page, or the experiment.'),
    variant: z.string().describe('The variant that was shown. Empty for a page.'),
    count: z.number().int(),
  })
  .meta({ id: 'DailyCount' })

const readCounts = {
  summary: 'Lists what was counted on a day',
  description: `At most about ${maximumRowsPerDay} entries. Further pages and variants of that day are not counted.`,
  params: z.object({ day: z.iso.date().describe('In UTC.') }),
  response: { 200: z.object({ counts: z.array(countSchema) }) },
}

/** Registers the call that counts what visitors see, and the operator’s call that reads the counts. */
export function registerMeasurementRoutes(app: ServiceApp, database: Kysely<AnalyticsTables>): void {
  app.post(
    '/v1/measurements',
    { config: { access: 'public' }, schema: addMeasurements },
    async ({ headers, body: { brand, measurements } }, reply) => {
      if (readConsent(headers.cookie ?? '')?.analytics !== true)
        throw new Problem(403, 'NO_CONSENT', 'The visitor does not allow analytics.')
      await addCounts(
        database,
        measurements.map((measurement) => toCounted(brand, measurement)),
      )
      return reply.code(204).send()
    },
  )

  app.get('/dev/counts/:day', { config: { access: 'operator' }, schema: readCounts }, async ({ params }) => ({
    counts: [...(await listCounts(database, params.day))],
  }))
}

function toCounted(brand: string, measurement: z.infer<typeof measurementSchema>): Counted {
  if (measurement.kind === 'pageView') return { brand, kind: 'pageView', name: measurement.page, variant: '' }
  return { brand, kind: 'exposure', name: measurement.experiment, variant: measurement.variant }
}
