import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { opaque } from '../../../gateway/upstream/wireParts.ts'
import { WireSchema, wireSchema } from '../../../gateway/upstream/wireSchema.ts'
import { seededRandom } from '../../support/random.ts'
import { drifted, valueOf } from '../../support/wireValues.ts'

// Forgets the schemas that other test files in this process have defined: they do not belong to the gateway.
vi.hoisted(() => vi.resetModules())

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'gateway'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes('wireSchema('))
for (const file of files) await import(resolve(file))
const ofTheGateway = [...WireSchema.all]

/** Schemas that the compiled check supports although the gateway does not use them yet. */
const supportedSchemas = {
  uuid: z.object({ id: z.uuid() }),
  times: z.object({ at: z.iso.datetime(), on: z.iso.date() }),
  lengths: z.object({ name: z.string().min(2).max(3), exactly: z.string().length(2) }),
  ranges: z.object({ from: z.number().gt(0).lt(300), to: z.int().min(1).max(300), small: z.int32() }),
  lists: z.object({ some: z.array(z.number()).min(1).max(2) }),
  choices: z.object({ kind: z.enum(['x', '5']).nullable(), one: z.literal([1, 'x', null, true]) }),
  unions: z.union([z.object({ kind: z.literal('a'), a: z.number() }), z.string(), z.array(z.boolean())]),
  tagged: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('x'), a: z.number() }),
    z.object({ kind: z.literal('5'), b: z.string().nullish() }),
  ]),
  strict: z.strictObject({ a: z.number() }),
  loose: z.looseObject({ a: z.number().optional() }),
  others: z.object({ a: z.number() }).catchall(z.string()),
  nested: z.record(z.string(), z.array(z.object({ at: z.object({ x: z.number() }).nullable() })).readonly()),
  anything: z.object({ data: z.unknown() }),
}

/**
 * Whether the compiled check may reject a value that zod accepts, because of a key named `__proto__`. Where unknown
 * keys are allowed, zod skips this key, but the compiled check validates it like any other key.
 */
function isStricter(byZod: boolean, value: unknown): boolean {
  return byZod && JSON.stringify(value).includes('"__proto__"')
}

function disagreements(schema: WireSchema<unknown>, count: number): { wrong: unknown[]; accepted: number } {
  const random = seededRandom(20_260)
  const wrong: unknown[] = []
  let accepted = 0
  for (let round = 0; round < count; round += 1) {
    let value = valueOf(schema.zod, random)
    for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) value = drifted(value, random)
    const byZod = schema.zod.safeParse(value).success
    if (byZod) accepted += 1
    if (byZod !== schema.accepts(value) && !isStricter(byZod, value)) wrong.push(value)
  }
  return { wrong, accepted }
}

describe('the compiled check', () => {
  test('exists for every wire schema of the gateway', () => {
    expect(ofTheGateway.length).toBeGreaterThanOrEqual(7)
  })

  test.each(ofTheGateway.map((schema, index) => ({ schema, index })))(
    'agrees with zod on valid and modified responses: schema $index of the gateway',
    ({ schema }) => {
      const { wrong, accepted } = disagreements(schema, 2_000)
      expect(wrong).toEqual([])
      // The answers to some calls may be anything: their schema rejects nothing.
      const isAnything = schema.zod instanceof z.ZodUnknown
      expect(accepted).toBeGreaterThan(isAnything ? 1_999 : 200)
      expect(accepted).toBeLessThan(isAnything ? 2_001 : 1_900)
    },
  )

  test.each(Object.entries(supportedSchemas))('agrees with zod on other supported schemas: %s', (_name, zod) => {
    const { wrong, accepted } = disagreements(wireSchema(zod), 2_000)
    expect(wrong).toEqual([])
    expect(accepted).toBeGreaterThan(100)
    expect(accepted).toBeLessThan(1_950)
  })

  test('returns the same values as zod, except that it keeps unknown properties', () => {
    const random = seededRandom(1)
    for (const schema of ofTheGateway) {
      const value = valueOf(schema.zod, random)
      if (schema.accepts(value)) expect({ value }).toMatchObject({ value: schema.zod.parse(value) })
    }
  })
})

describe('an id of a service', () => {
  const photos = wireSchema(
    z.object({ cursor: opaque.nullish(), failed: z.array(opaque), of: z.object({ id: opaque }) }),
  )

  test('that is a number is read as text, as in zod', () => {
    const value = { cursor: 7, failed: [0, '00', 9_007_199_254_740_991], of: { id: -5 } }
    const byZod = photos.zod.parse(value)
    expect(photos.accepts(value)).toBe(true)
    expect(value).toEqual({ cursor: '7', failed: ['0', '00', '9007199254740991'], of: { id: '-5' } })
    expect(byZod).toEqual(value)
  })

  test.each([1.5, 2 ** 53, true, {}, null])('cannot be %j', (id) => {
    expect(photos.accepts({ failed: [], of: { id } })).toBe(false)
  })
})

const unsupported: [string, z.ZodType][] = [
  ['a transform', z.object({ at: z.string().transform(Number) })],
  ['a refinement', z.object({ at: z.string().refine((text) => text !== 'x') })],
  ['a refinement of the whole object', z.object({ a: z.number() }).refine(({ a }) => a > 1)],
  ['coercion', z.object({ at: z.coerce.number() })],
  ['a default', z.object({ at: z.string().default('x') })],
  ['a catch', z.object({ at: z.string().catch('x') })],
  ['a preprocessing', z.preprocess(String, z.string())],
  ['trimming', z.array(z.string().trim())],
  ['lower case', z.array(z.string().toLowerCase())],
  ['a pattern with flags', z.array(z.string().regex(/x/i))],
  ['a format with more than a pattern', z.object({ link: z.url() })],
  ['multiples', z.number().multipleOf(0.1)],
  ['dates', z.object({ at: z.date() })],
  ['bigints', z.object({ at: z.bigint() })],
  ['maps', z.map(z.string(), z.string())],
  ['sets', z.set(z.string())],
  ['NaN', z.nan()],
  ['tuples', z.tuple([z.string()])],
  ['intersections', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))],
  ['recursion', z.lazy(() => z.string())],
  ['a pipe', z.string().pipe(z.string())],
  ['a record with enumerated keys', z.record(z.enum(['a', 'b']), z.string())],
  ['a class', z.instanceof(Date)],
  ['undefined', z.object({ a: z.undefined() })],
]

describe('a wire schema with', () => {
  test.each(unsupported)('%s is rejected at its definition', (_what, zod) => {
    expect(() => wireSchema(zod)).toThrow('cannot be checked at compiled speed')
  })

  test('an unsupported part deep inside is rejected with its path', () => {
    const zod = z.object({ images: z.array(z.object({ at: z.string().transform(Number).nullish() })) })
    expect(() => wireSchema(zod)).toThrow('the schema.images[].at has "pipe"')
  })
})

describe('the error for an invalid response', () => {
  const album = z.object({ name: z.string().regex(/^[a-z]+$/), photos: z.array(z.object({ width: z.int() })) })
  const albums = wireSchema(z.object({ albums: z.record(z.string().regex(/^\d+$/), album.nullable()) }))
  const right = { name: 'x', photos: [{ width: 1 }] }

  test.each<[string, unknown, string]>([
    [
      'a type',
      { albums: { 7: { ...right, photos: [{ width: 'secret' }] } } },
      'albums.*.photos[].width must be integer',
    ],
    ['a missing field', { albums: { 7: { name: 'x' } } }, "albums.* must have required property 'photos'"],
    ['a pattern', { albums: { 7: { ...right, name: 'Secret' } } }, 'albums.*.name must match pattern "^[a-z]+$"'],
    ['a key', { albums: { secret: right } }, 'albums.* must match pattern "^\\d+$"'],
    ['the root', 'secret', 'it must be object'],
  ])('names the path without any of the values: %s', (_what, value, sentence) => {
    expect(albums.accepts(value)).toBe(false)
    expect(albums.differenceOf(value)).toBe(sentence)
  })
})
