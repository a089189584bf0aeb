import { z } from 'zod'

type Random = () => number

const texts = [
  '',
  'x',
  'photo 1.jpg',
  '5',
  '12',
  '2024',
  '0',
  '9999999999999999999',
  '\u{1F600}\u{1F600}',
  '0190a1b2-c3d4-7e5f-8a6b-1c2d3e4f5a6b',
  '2024-05-01T10:00:00Z',
  '2024-05-01',
  'https://shop.test/',
  '/path',
  'anna@shop.test',
  'NOT_FOUND',
]
const numbers = [0, 1, 5, 17, 300, 1999, 52.37, -4.5, 2 ** 40]

/** Makes a random value for a schema: mostly valid, including edge cases. Supports the types that wire schemas use. */
export function valueOf(schema: z.core.$ZodType, random: Random): unknown {
  const def = definitionOf(schema)
  const inside = (inner: z.core.$ZodType) => valueOf(inner, random)
  const few = Math.floor(random() * 4)
  if (def.type === 'nullable' && random() < 0.3) return null
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'readonly') return inside(def.innerType)
  if (def.type === 'pipe') return inside(def.in)
  if (def.type === 'union') return inside(oneOf(def.options, random))
  if (def.type === 'array') return Array.from({ length: few }, () => inside(def.element))
  if (def.type === 'record')
    return Object.fromEntries(Array.from({ length: few }, () => [inside(def.keyType), inside(def.valueType)]))
  if (def.type !== 'object') return leafOf(schema, random)
  return Object.fromEntries(
    Object.entries(def.shape)
      .filter(([, inner]) => definitionOf(inner).type !== 'optional' || random() < 0.6)
      .map(([key, inner]) => [key, inside(inner)]),
  )
}

function leafOf(schema: z.core.$ZodType, random: Random): unknown {
  const def = definitionOf(schema)
  if (def.type === 'string') return validOne(schema, texts, random)
  if (def.type === 'number') return validOne(schema, numbers, random)
  if (def.type === 'boolean') return random() < 0.5
  if (def.type === 'literal') return oneOf(def.values, random)
  if (def.type === 'enum') return oneOf(Object.values(def.entries), random)
  if (def.type === 'unknown') return oneOf([null, 1, 'x', { a: [1] }], random)
  throw new Error(`Cannot generate values of type ${def.type}.`)
}

/** The cast is safe: `$ZodTypes` is the union of all schema classes of zod. */
function definitionOf(schema: z.core.$ZodType) {
  return (schema as z.core.$ZodTypes)._zod.def
}

function oneOf<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** The candidates that each schema accepts. Trying all of them for each value would take half of the tests' time. */
const accepted = new WeakMap<z.core.$ZodType, readonly unknown[]>()

function validOne(schema: z.core.$ZodType, candidates: readonly unknown[], random: Random): unknown {
  const valid = accepted.get(schema) ?? candidates.filter((value) => z.safeParse(schema, value).success)
  accepted.set(schema, valid)
  return oneOf(valid.length > 0 ? valid : candidates, random)
}

const unexpectedValues: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => 'x',
  () => '5',
  () => 'x'.repeat(300),
  () => 0,
  () => -1,
  () => 1.5,
  () => -0,
  () => 2 ** 53,
  () => JSON.parse('1e999'),
  () => true,
  () => [],
  () => ({}),
  () => [null],
  () => ({ '2024': {} }),
  () => JSON.parse('{"__proto__":{"imageId":"x"}}'),
  () => JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`),
]
const unexpectedKeys = ['', 'x', '20245', '5\n', ' 5', 'constructor', 'toString', '__proto__', 'length']

/** Returns the value with one random change: a different value, or an added, removed or renamed key. */
export function drifted(value: unknown, random: Random): unknown {
  const copy: unknown = structuredClone(value)
  const pick = <Item>(items: readonly Item[]) => oneOf(items, random)
  const places = containersIn(copy)
  if (places.length === 0 || random() < 0.05) return pick(unexpectedValues)()
  const place = pick(places)
  const action = random()
  const unexpected = pick(unexpectedValues)()
  if (Array.isArray(place)) {
    if (action < 0.3) place.pop()
    else if (action < 0.6) place.push(unexpected)
    else if (place.length > 0) place[Math.floor(random() * place.length)] = unexpected
    return copy
  }
  const keys = Object.keys(place)
  const key = keys.length > 0 ? pick(keys) : pick(unexpectedKeys)
  if (action < 0.2) Reflect.deleteProperty(place, key)
  else if (action < 0.4)
    define(place, pick(unexpectedKeys), Object.getOwnPropertyDescriptor(place, key)?.value ?? unexpected)
  else define(place, key, unexpected)
  return copy
}

/** Defines a property as JSON.parse does, so that `__proto__` is a normal key. */
function define(place: object, key: string, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, writable: true, configurable: true })
}

function containersIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap((inner) => containersIn(inner))]
}
