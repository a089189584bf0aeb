import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { notFound } from '../platform/problems.ts'
import { type Experiment, maximumNameLength, variantOf } from './experiments.ts'

const variantSchema = z
  .object({ experiment: z.string(), variant: z.string() })
  .meta({ id: 'Variant', description: 'The variant of a split test that the customer sees.' })

const listVariants = {
  summary: 'Lists the variants that the customer sees',
  description: 'One entry per running experiment. A customer always gets the same variant.',
  response: { 200: z.object({ variants: z.array(variantSchema) }) },
}

const readVariant = {
  summary: 'Reads the variant of one experiment that the customer sees',
  params: z.object({ experiment: z.string().max(maximumNameLength) }),
  response: { 200: variantSchema },
  problems: { 404: ['NOT_FOUND'] },
}

/** Registers the calls that read which variants a customer sees. */
export function registerVariantRoutes(app: ServiceApp, experiments: readonly Experiment[]): void {
  app.get('/v1/variants/me', { schema: listVariants }, async (request) => {
    const { id } = accountOf(request)
    return { variants: experiments.map((experiment) => show(experiment, id)) }
  })

  app.get('/v1/variants/me/:experiment', { schema: readVariant }, async (request) => {
    const experiment = experiments.find(({ name }) => name === request.params.experiment)
    if (!experiment) throw notFound('There is no such experiment.')
    return show(experiment, accountOf(request).id)
  })
}

function show(experiment: Experiment, accountId: string): z.infer<typeof variantSchema> {
  return { experiment: experiment.name, variant: variantOf(experiment, accountId) }
}
