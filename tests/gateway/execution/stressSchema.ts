import { GraphQLScalarType, type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from 'graphql'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { type GeneratedContext, generatedField } from './generatedValues.ts'

const typeDefs = `
  enum Colour { RED GREEN BLUE }
  enum Plain { ONE TWO }
  scalar Any
  scalar Even
  scalar Wrapped
  input Point { x: Int! y: Float = 1.5 label: String nested: Point tags: [String!] colour: Colour = RED }
  interface Thing { id: ID! name: String owner: Person things(first: Int = 3): [Thing!] echo(point: Point, plain: Plain): String }
  interface Rated { rating: Float! content: Content }
  union Content = Person | Box | Note
  type Person implements Thing {
    id: ID! name: String owner: Person things(first: Int = 3): [Thing!] echo(point: Point, plain: Plain): String
    age: Int! isOld: Boolean! friend: Person! friends: [Person!]! colour: Colour! plain: Plain boxes: [[Box!]]!
  }
  type Box implements Thing & Rated {
    id: ID! name: String owner: Person things(first: Int = 3): [Thing!] echo(point: Point, plain: Plain): String
    rating: Float! content: Content matrix: [[Int!]!]! cubes: [[[Float]!]] any: Any even: Even! evens: [Even!] wrapped: Wrapped
  }
  type Note implements Rated {
    rating: Float! content: Content text: String! lines: [String]! pages: [String!]! author: Person! colours: [Colour!]
  }
  type Query {
    thing(id: ID!): Thing
    things(colour: Colour! = GREEN): [Thing]!
    content: Content!
    contents(points: [Point!], at: [[Int]]): [Content!]
    rated: Rated
    person: Person!
    people: [Person]
    box: Box
    note: Note
    echo(int: Int, float: Float = 2.5, text: String!, flag: Boolean, id: ID, colour: Colour, point: Point, points: [Point]): String!
    numbers(limit: Int! = 3): [Int!]!
  }
`

/** A schema with every kind of failure. Its values are generated, and half of its fields have their own resolvers. */
export function buildStressSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers: {
      // Enum names that differ from their internal values.
      Colour: { RED: 1, GREEN: 'g', BLUE: 'BLUE' },
      Even: new GraphQLScalarType<unknown, unknown>({ name: 'Even', coerceOutputValue: evenOf }),
      Wrapped: new GraphQLScalarType<unknown, unknown>({
        name: 'Wrapped',
        coerceOutputValue: (value) => ({ wrapped: String(value), at: new Date(0) }),
      }),
      Rated: { __resolveType: ratedTypeOf },
    },
  })
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const [index, field] of Object.values(type.getFields()).entries()) {
      if (type.name !== 'Query' && index % 2 === 0) continue
      field.resolve = (source: unknown, given: unknown, context: GeneratedContext, info: GraphQLResolveInfo) =>
        generatedField({ field, source, given, context, info })
    }
  }
  return schema
}

function evenOf(value: unknown): unknown {
  if (typeof value !== 'number' || value % 2 !== 0) throw new TypeError('This is not even.')
  return value
}

/** Returns the name of a value's type: half of the values give it synchronously, the others asynchronously. */
function ratedTypeOf(value: {
  __typename?: unknown
  isLate?: boolean
}): string | undefined | Promise<string | undefined> {
  const name = typeof value.__typename === 'string' ? value.__typename : undefined
  return value.isLate ? Promise.resolve(name) : name
}
