import { setImmediate } from 'node:timers/promises'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { type GraphQLResolveInfo, parse, validateExecutionArgs } from 'graphql'
import { beforeEach, expect, test } from 'vitest'
import { compile } from './compare.ts'

/* Tests what the resolvers of a compiled query notice when its response ends. */

const slow = { signals: new Array<AbortSignal | undefined>(), value: Promise.withResolvers<object>() }
let namesResolved = 0
const schema = makeExecutableSchema({
  typeDefs: 'type Album { name: String } type Query { album: Album albums: [Album] library: String! }',
  resolvers: {
    Album: { name: () => `Album ${(namesResolved += 1)}` },
    Query: {
      album: (_root: unknown, _given: unknown, _context: unknown, info: GraphQLResolveInfo) => {
        slow.signals.push(info.getAbortSignal(), info.getAbortSignal())
        return slow.value.promise
      },
      albums: async function* albums() {
        yield slow.value.promise
        yield {}
      },
    },
  },
})

beforeEach(() => {
  slow.signals = []
  slow.value = Promise.withResolvers()
  namesResolved = 0
})

function run(query: string) {
  const document = parse(query)
  const args = validateExecutionArgs({ schema, document })
  if (!('schema' in args)) throw new Error('The query is invalid.')
  return compile(schema, document)?.prepare(args.variableValues)?.(null)
}

test('one signal for all resolvers is aborted when the response is complete, not before', async () => {
  const response = run('{ album { name } other: album { name } }')
  expect(new Set(slow.signals).size).toBe(1)
  expect(slow.signals[0]?.aborted).toBe(false)
  slow.value.resolve({})
  expect(await response).toMatchObject({ errors: [] })
  expect(slow.signals[0]?.aborted).toBe(true)
})

test.each(['album', 'albums'])('a value that %s returns after the response is complete is ignored', async (field) => {
  // The non-null `library` fails, so that the response is complete at once.
  expect(await run(`{ ${field} { name } library }`)).toMatchObject({ data: 'null', errors: [{ path: ['library'] }] })
  slow.value.resolve({})
  await setImmediate()
  expect(namesResolved).toBe(0)
})
