import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const maximumNameLength = 60
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'A name has lower-case letters, digits and hyphens.')
  .max(maximumNameLength)

const experimentSchema = z.strictObject({
  name,
  variants: z
    .array(z.strictObject({ name, weight: z.number().int().min(0).max(1_000) }))
    .min(2)
    .refine((variants) => variants.some(({ weight }) => weight > 0), 'At least one weight is above 0.')
    .refine(areNamesUnique, 'Each variant has a name of its own.'),
})

/**
 * A split test. Its variants and weights never change, because customers would then see another variant: a changed test
 * gets a new name.
 */
export type Experiment = z.infer<typeof experimentSchema>

/** The running split tests. */
export const experimentsSchema = z
  .array(experimentSchema)
  .refine(areNamesUnique, 'Each experiment has a name of its own.')

/** Reads the running split tests. @throws ZodError when the file has a mistake */
export function readExperiments(): readonly Experiment[] {
  return experimentsSchema.parse(JSON.parse(readFileSync(new URL('experiments.json', import.meta.url), 'utf8')))
}

/**
 * Finds the variant of a customer. The variant follows from the account and the name of the experiment alone. So it is
 * the same on every device, at every replica and after every restart, and nothing about the customer is stored.
 */
export function variantOf({ name: experiment, variants }: Experiment, accountId: string): string {
  const hash = createHash('sha256').update(`${experiment}:${accountId.toLowerCase()}`).digest()
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let rest = (hash.readUInt32BE() / 2 ** 32) * total
  for (const { name: variant, weight } of variants) {
    if (rest < weight) return variant
    rest -= weight
  }
  throw new Error(`The weights of ${experiment} are used up.`)
}

function areNamesUnique(named: readonly { readonly name: string }[]): boolean {
  return new Set(named.map((one) => one.name)).size === named.length
}
