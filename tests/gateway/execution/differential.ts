import { type GraphQLSchema, type DocumentNode, parse, specifiedRules, validate } from 'graphql'
import { buildGatewaySchema } from '../../../gateway/schema.ts'
import { type RecordingContext, compare, compile } from './compare.ts'
import { DocumentGenerator, type GeneratedDocument, inputValue } from './documentGenerator.ts'
import type { GeneratedContext } from './generatedValues.ts'
import { createLibraryContext, knownIds } from './libraryContext.ts'
import { Random } from './random.ts'
import { buildStressSchema } from './stressSchema.ts'

/** A schema, and the contexts for its generated cases. */
interface Subject {
  readonly schema: GraphQLSchema
  readonly ids: readonly unknown[]
  contextOf(seed: number, faults: number): RecordingContext
}

/** The results of all cases. */
export interface DifferentialReport {
  readonly compared: number
  /** Cases that the reference executor has to run. */
  readonly notCompiled: number
  /** Generated documents that were invalid. */
  readonly invalid: number
  /** The number of compared responses with errors. */
  readonly withErrors: number
  /** The differences, each with its seed and document. */
  readonly differences: readonly string[]
}

/** The fault rates of the four runs of a document. */
const faultsOfRuns = [0, 0.02, 0.1, 0.3]

/**
 * Runs generated queries compiled and with the reference executor.
 * @param subject `stress`, or `library` for the real schema
 * @param documents how many documents to generate. Each runs four times, with different variables, different data
 *   and more faults each time
 */
export async function runDifferential(
  subject: 'stress' | 'library',
  documents: number,
  firstSeed = 0,
): Promise<DifferentialReport> {
  const { schema, ids, ...contexts } = subjectOf(subject)
  const report = { compared: 0, notCompiled: 0, invalid: 0, withErrors: 0, differences: new Array<string>() }
  for (let seed = firstSeed; seed < firstSeed + documents; seed += 1) {
    const random = new Random(seed)
    const generated = new DocumentGenerator(schema, random, ids).generate()
    const document = validDocument(schema, generated)
    if (!document) {
      report.invalid += 1
      continue
    }
    const query = compile(schema, document)
    for (const [run, faults] of faultsOfRuns.entries()) {
      const variables = variablesOf(generated, random, ids)
      const dataSeed = seed * faultsOfRuns.length + run
      const outcome = await compare({
        schema,
        document,
        variables,
        query,
        contextOf: () => contexts.contextOf(dataSeed, faults),
      })
      if (outcome === 'notCompiled') report.notCompiled += 1
      else report.compared += 1
      if (typeof outcome === 'string') continue
      if (outcome.reference.errors.length > 0) report.withErrors += 1
      if (outcome.isEqual) continue
      const shown = { seed, run, variables, ...outcome }
      report.differences.push(`${generated.text}\n${JSON.stringify(shown, null, 1)}`)
    }
  }
  return report
}

function subjectOf(subject: 'stress' | 'library'): Subject {
  if (subject === 'library') return { schema: buildGatewaySchema(), ids: knownIds, contextOf: createLibraryContext }
  const schema = buildStressSchema()
  const contextOf = (seed: number, faults: number): GeneratedContext => ({ schema, seed, faults, calls: [] })
  return { schema, ids: ['a', 'b-1', 7], contextOf }
}

function validDocument(schema: GraphQLSchema, { text }: GeneratedDocument): DocumentNode | null {
  const document = parse(text)
  return validate(schema, document, specifiedRules).length === 0 ? document : null
}

function variablesOf({ variables }: GeneratedDocument, random: Random, ids: readonly unknown[]) {
  const values: Record<string, unknown> = {}
  for (const [name, { type, isOptional, isNullable }] of variables) {
    if (isOptional && random.chance(0.3)) continue
    values[name] = isNullable && random.chance(0.15) ? null : inputValue(type, random, ids)
  }
  return values
}
