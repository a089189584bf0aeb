import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { ValueWriter } from './writers.ts'

type QuickWriter = (value: unknown) => string | undefined

const quoteString: QuickWriter = (value) => (typeof value === 'string' ? JSON.stringify(value) : undefined)
const greatestInt = 2_147_483_647
const leastInt = -2_147_483_648

/** Ways around the serialisation of the language's own scalars, for values that it would leave as they are. */
const quickWriters = new Map<GraphQLLeafType, QuickWriter>([
  [GraphQLString, quoteString],
  [GraphQLID, quoteString],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? String(value) : undefined)],
  [GraphQLFloat, (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined)],
  [
    GraphQLInt,
    (value) => {
      const isInt = typeof value === 'number' && Number.isInteger(value) && value <= greatestInt && value >= leastInt
      return isInt ? String(value) : undefined
    },
  ],
])

const identity = new GraphQLScalarType({ name: 'Any' }).coerceOutputValue

/**
 * A way around the serialisation of a type, for values that it would leave as they are: strings of scalars that have
 * no serialisation of their own, and the language's own scalars.
 * @returns what gives undefined for all other values
 */
export function quickWriter(type: GraphQLLeafType): QuickWriter {
  return quickWriters.get(type) ?? (type.coerceOutputValue === identity ? quoteString : () => undefined)
}

/** Writes scalars and enums. */
export function leafWriter(type: GraphQLLeafType): ValueWriter {
  const quick = quickWriter(type)
  return (_execution, _path, value) => quick(value) ?? writeLeaf(type, value)
}

function writeLeaf(type: GraphQLLeafType, value: unknown): string | null {
  if (value instanceof Error) throw value
  if (value === null || value === undefined) return null
  const coerced: unknown = type.coerceOutputValue(value)
  if (coerced === null || coerced === undefined) throw new Error(`The scalar ${type.name} has no value for this.`)
  // Its type says string, but functions and symbols have no JSON.
  const text: string | undefined = JSON.stringify(coerced)
  if (text === undefined) throw new Error(`The scalar ${type.name} is no JSON.`)
  return text
}
