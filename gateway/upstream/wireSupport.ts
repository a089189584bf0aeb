import type { z } from 'zod'
import { opaque } from './wireParts.ts'

type Definition = z.core.$ZodTypes['_zod']['def']

const limits = ['min_length', 'max_length', 'length_equals']
/** Formats that zod checks by a pattern alone. */
const formats = new Set<string>(['regex', 'uuid', 'guid', 'datetime', 'date'])

/**
 * Accepts only schemas that mean the same in JSON Schema as in zod. JSON Schema silently drops refinements, pattern
 * flags and transforms, so everything that is not known to be equivalent is refused.
 * @throws Error that names the place
 */
export function refuseUnsupported(schema: z.core.$ZodType, place = 'the schema'): void {
  // The transform of `opaque` is allowed, because the compiled check has a keyword that does the same.
  if (schema === opaque) return
  // Every zod schema is a member of this union.
  const { def } = (schema as z.core.$ZodTypes)._zod
  for (const check of checksOf(def)) {
    if (!isSupportedCheck(check, def.type)) throw unsupported(`a check (${check.check})`, place)
  }
  if ('coerce' in def && def.coerce) throw unsupported('coercion', place)
  for (const [part, inner] of partsOf(def, place)) refuseUnsupported(inner, part)
}

type CheckDefinition = z.core.$ZodChecks['_zod']['def']

function checksOf(def: Definition): CheckDefinition[] {
  const added = (def.checks ?? []).map((check) => (check as z.core.$ZodChecks)._zod.def)
  return isCheck(def) ? [def, ...added] : added
}

/** True if the schema is a check itself, as a format such as `z.uuid()` or `z.int()` is. */
function isCheck(def: object): def is CheckDefinition {
  return 'check' in def
}

function isSupportedCheck(check: CheckDefinition, type: string): boolean {
  if (check.check === 'string_format')
    return type === 'string' && formats.has(check.format) && check.pattern !== undefined && check.pattern.flags === ''
  if (limits.includes(check.check)) return type === 'string' || type === 'array'
  if (check.check === 'greater_than' || check.check === 'less_than') return Number.isFinite(check.value)
  return check.check === 'number_format'
}

const leaves = new Set<string>(['string', 'number', 'boolean', 'null', 'unknown', 'enum'])

/** The nested schemas, each with its place. */
function partsOf(def: Definition, place: string): [string, z.core.$ZodType][] {
  if (leaves.has(def.type)) return []
  if (def.type === 'literal' && def.values.every(isJson)) return []
  if (def.type === 'array') return [[`${place}[]`, def.element]]
  if (def.type === 'union') return def.options.map((option) => [place, option])
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'readonly') return [[place, def.innerType]]
  if (def.type === 'record' && def.keyType._zod.def.type === 'string' && def.mode !== 'loose')
    return [[`a key of ${place}`, def.keyType], anyOther(place, def.valueType)]
  if (def.type === 'object') return fieldsOf(def, place)
  throw unsupported(`"${def.type}"`, place)
}

function fieldsOf({ shape, catchall }: z.core.$ZodObjectDef, place: string): [string, z.core.$ZodType][] {
  const named = Object.entries(shape).map(([key, inner]): [string, z.core.$ZodType] => [`${place}.${key}`, inner])
  return catchall && catchall._zod.def.type !== 'never' ? [...named, anyOther(place, catchall)] : named
}

function isJson(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function anyOther(place: string, schema: z.core.$ZodType): [string, z.core.$ZodType] {
  return [`${place}.*`, schema]
}

function unsupported(what: string, place: string): Error {
  return new Error(`${place} has ${what}, which cannot be checked at compiled speed with the result that zod gives.`)
}
