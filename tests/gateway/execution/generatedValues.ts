import {
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  responsePathAsArray,
} from 'graphql'
import { Random } from './random.ts'

/** Generates the values of one run. The same seed gives the same values, whatever the order of the resolver calls. */
export interface GeneratedContext {
  readonly schema: GraphQLSchema
  readonly seed: number
  /** The probability of a faulty value. */
  readonly faults: number
  /** The recorded resolver calls. */
  readonly calls: string[]
}

/** A value for a field. Strings contain the resolver's arguments. */
export function generatedField(call: {
  readonly field: GraphQLField<unknown, unknown>
  readonly source: unknown
  readonly given: unknown
  readonly context: GeneratedContext
  readonly info: GraphQLResolveInfo
}): unknown {
  const { field, given, context, info } = call
  const recorded = `${responsePathAsArray(info.path).join('.')} ${JSON.stringify(given)}`
  context.calls.push(recorded)
  if (field.name === 'echo')
    return `${recorded} ${info.fieldName} of ${info.parentType.name}: ${info.fieldNodes.length}`
  return generatedValue(field.type, `${seedOf(call.source)}/${recorded}`, context, true)
}

/** Usually a value of the type. Sometimes a promise of it, or a faulty, missing, thrown or rejected value. */
function generatedValue(type: GraphQLOutputType, seed: string, context: GeneratedContext, mayThrow: boolean): unknown {
  const random = new Random(`${context.seed} ${seed}`)
  if (random.chance(context.faults)) return faultyValue(type, random, mayThrow)
  const isNull = !isNonNullType(type) && random.chance(0.12)
  const value = isNull ? random.pick([null, undefined]) : plainValue(type, seed, context, random)
  if (random.chance(0.15)) return later(random.below(4), () => value)
  // oxlint-disable-next-line unicorn/no-thenable -- resolvers may return thenables that are not promises
  if (random.chance(0.01)) return { then: (take?: (value: unknown) => void) => queueMicrotask(() => take?.(value)) }
  return value
}

function plainValue(type: GraphQLOutputType, seed: string, context: GeneratedContext, random: Random): unknown {
  if (isNonNullType(type)) return plainValue(type.ofType, seed, context, random)
  if (isListType(type)) {
    const items = Array.from({ length: random.below(4) }, (_, index) =>
      generatedValue(type.ofType, `${seed}[${index}]`, context, false),
    )
    return random.chance(0.8) ? items : unusualList(items, random)
  }
  if (isEnumType(type)) return random.pick(type.getValues()).value
  if (isScalarType(type)) return scalarValue(type.name, random)
  const types = isObjectType(type) ? [type] : context.schema.getPossibleTypes(type)
  return new (objectClass(random.pick(types)))(seed, context, random.chance(0.3))
}

function scalarValue(name: string, random: Random): unknown {
  if (name === 'Int' || name === 'Even') return random.below(10) * 2
  if (name === 'Float') return random.pick([0, -0, 0.1, 1e21, 5e-324])
  if (name === 'Boolean') return random.chance(0.5)
  if (name === 'Any') return random.pick<unknown>([{ a: [1, null, { b: 'x"' }] }, 'text', 0, false, [], new Date(0)])
  return random.pick(['', 'plain', '"quoted" \\ back', 'line\n\u0007\u2028', 'ünï 😀', '\ud800 alone', 'x'.repeat(50)])
}

function unusualList(items: readonly unknown[], random: Random): unknown {
  const kind = random.below(4)
  if (kind === 0) return new Set(items)
  if (kind === 1) return iterate(items, random.chance(0.3))
  if (kind === 2) return iterateLater(items, random.chance(0.3))
  return new Map(items.map((item, index) => [item, index])).keys()
}

function* iterate(items: readonly unknown[], isBroken: boolean) {
  yield* items
  if (isBroken) throw new Error('The list broke off.')
}

async function* iterateLater(items: readonly unknown[], isBroken: boolean) {
  for (const item of items) yield await item
  if (isBroken) throw new Error('The late list broke off.')
}

function faultyValue(type: GraphQLOutputType, random: Random, mayThrow: boolean): unknown {
  const kind = random.below(6)
  if (kind === 0) return random.pick([null, undefined])
  if (kind <= 2) return wrongValue(getNamedType(type).name, random)
  const error = random.pick<() => unknown>([
    () => new Error(`It failed by ${random.below(1_000)}.`),
    () => new GraphQLError('It was refused.', { extensions: { code: `CODE_${random.below(100)}` } }),
    () => new TypeError('It broke.'),
    () => 'no error at all',
  ])()
  if (kind === 3 && mayThrow) throw error
  if (kind === 4) return error instanceof Error ? error : new Error('It is an error.')
  return later(random.below(5), () => {
    throw error
  })
}

/** A value that usually does not have the given type. */
export function wrongValue(name: string, random: Random): unknown {
  const wrong: unknown[] = [
    'text',
    12.5,
    true,
    [],
    {},
    [['x']],
    new Map([[1, 2]]),
    { __typename: 'Nothing' },
    { __typename: 5 },
  ]
  const unusual: unknown[] = [
    { __typename: 'Colour' },
    { __typename: 'Query' },
    new Date(5),
    { valueOf: () => 4 },
    '',
    2 ** 40,
  ]
  // These values are used only for types that reject them. JSON cannot hold them, so they would break the whole
  // response of the reference executor.
  const impossible: unknown[] =
    name === 'Any' ? [] : [10n, Number.NaN, Infinity, () => 'called', { toJSON: () => 'shown' }]
  return random.pick<unknown>([...wrong, ...unusual, ...impossible])
}

/**
 * A promise that settles after some microtasks. Handles its rejection, because a list that fails never awaits its
 * items.
 */
export function later(turns: number, make: () => unknown): Promise<unknown> {
  const promise = waitAndMake(turns, make)
  promise.catch(() => undefined)
  return promise
}

async function waitAndMake(turns: number, make: () => unknown): Promise<unknown> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
  return make()
}

type ObjectClass = new (seed: string, context: GeneratedContext, isLate: boolean) => object

const classes = new WeakMap<GraphQLObjectType, ObjectClass>()

/** An object of a type. Its properties are generated when read, and may throw. */
function objectClass(type: GraphQLObjectType): ObjectClass {
  const known = classes.get(type)
  if (known) return known
  class GeneratedObject {
    readonly seed: string
    readonly context: GeneratedContext
    readonly isLate: boolean
    constructor(seed: string, context: GeneratedContext, isLate: boolean) {
      this.seed = seed
      this.context = context
      this.isLate = isLate
    }
  }
  for (const field of Object.values(type.getFields()))
    Object.defineProperty(GeneratedObject.prototype, field.name, {
      get(this: GeneratedObject) {
        const seed = `${this.seed}.${field.name}`
        const isCalled = isLeafType(getNamedType(field.type)) && new Random(seed).chance(0.1)
        if (!isCalled) return generatedValue(field.type, seed, this.context, true)
        return (given: unknown, context: GeneratedContext, info: GraphQLResolveInfo) =>
          generatedField({ field, source: this, given, context, info })
      },
    })
  Object.defineProperty(GeneratedObject.prototype, '__typename', { value: type.name })
  classes.set(type, GeneratedObject)
  return GeneratedObject
}

function seedOf(source: unknown): string {
  return typeof source === 'object' && source !== null && 'seed' in source ? String(source.seed) : ''
}
