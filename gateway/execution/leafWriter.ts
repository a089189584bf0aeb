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
const maximumInt = 2_147_483_647
const minimumInt = -2_147_483_648

/** Fast paths for built-in scalars: they skip serialization for values that it would return unchanged. */
const quickWriters = new Map<GraphQLLeafType, QuickWriter>([
  [GraphQLString, quoteString],
  [GraphQLID, quoteString],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? String(value) : undefined)],
  [GraphQLFloat, (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined)],
  [
    GraphQLInt,
    (value) => {
      const isInt = typeof value === 'number' && Number.isInteger(value) && value <= maximumInt && value >= minimumInt
      return isInt ? String(value) : undefined
    },
  ],
])

const identity = new GraphQLScalarType({ name: 'Any' }).coerceOutputValue

/**
 * A fast path that skips serialization for values that it would return unchanged: the built-in scalars, and strings of
 * custom scalars without their own serialization.
 * @returns a writer that returns undefined for all other values
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
  if (coerced === null || coerced === undefined) throw new Error(`The scalar ${type.name} cannot represent this value.`)
  // JSON.stringify returns undefined for functions and symbols, although its type does not say so.
  const text: string | undefined = JSON.stringify(coerced)
  if (text === undefined) throw new Error(`The scalar ${type.name} returned a value that is not valid JSON.`)
  return text
}
