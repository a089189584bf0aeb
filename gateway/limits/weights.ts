import {
  type ConstDirectiveNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  valueFromASTUntyped,
} from 'graphql'
import { maximumPage } from '../relay/connection.ts'

/** The cost of one field. See the directives in `schema/base.graphql`. */
export interface FieldWeight {
  /** The field's own cost, without the objects it returns. */
  readonly weight: number
  /** The returned type without list wrappers. Undefined for scalars and enums. */
  readonly returned: GraphQLCompositeType | undefined
  readonly isList: boolean
  /** Numeric arguments that limit the length of the list, or of the `edges` below the field. */
  readonly counts: readonly string[]
  /** List arguments whose length is the length of the returned list. */
  readonly lists: readonly string[]
  /** The length when no argument limits it. Undefined when unknown. */
  readonly assumedSize: number | undefined
}

/** The cost of a service call. */
const callWeight = 10
/** Introspection returns several thousand fields, but needs no service call. */
const introspectionWeight = 500

/** The weights of a schema's fields, computed once each. */
export class Weights {
  readonly #schema: GraphQLSchema
  readonly #known = new WeakMap<GraphQLField<unknown, unknown>, FieldWeight>()

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** Finds the weight of a field. @returns undefined for `__typename` and for unknown fields */
  of(parent: GraphQLCompositeType, name: string): FieldWeight | undefined {
    if (name === '__schema' || name === '__type') return { ...free, weight: introspectionWeight }
    const field = 'getFields' in parent ? parent.getFields()[name] : undefined
    if (!field) return undefined
    const known = this.#known.get(field) ?? weightOf(field, this.#isRoot(parent))
    this.#known.set(field, known)
    return known
  }

  #isRoot(type: GraphQLCompositeType): boolean {
    return [this.#schema.getQueryType(), this.#schema.getMutationType(), this.#schema.getSubscriptionType()].some(
      (root) => root === type,
    )
  }
}

const free: FieldWeight = {
  weight: 0,
  returned: undefined,
  isList: false,
  counts: [],
  lists: [],
  assumedSize: undefined,
}

function weightOf(field: GraphQLField<unknown, unknown>, isRoot: boolean): FieldWeight {
  const named = getNamedType(field.type)
  const returned = isCompositeType(named) ? named : undefined
  const { weight } = argumentsOf(field, 'cost')
  const { assumedSize, slicingArguments } = argumentsOf(field, 'listSize')
  const slicing = Array.isArray(slicingArguments) ? slicingArguments : ['first', 'ids']
  const sizes = field.args.filter(({ name }) => slicing.includes(name))
  const counts = sizes.filter(({ type }) => !isListType(getNullableType(type))).map(({ name }) => name)
  const lists = sizes.filter(({ type }) => isListType(getNullableType(type))).map(({ name }) => name)
  const usualWeight = returned && (isRoot || counts.length > 0) ? callWeight : 0
  const usualSize = counts.length > 0 ? (defaultOf(field, counts) ?? maximumPage) : undefined
  return {
    weight: weight === undefined ? usualWeight : Number(weight),
    returned,
    isList: isListType(getNullableType(field.type)),
    counts,
    lists,
    assumedSize: typeof assumedSize === 'number' ? assumedSize : usualSize,
  }
}

function argumentsOf({ astNode }: GraphQLField<unknown, unknown>, directive: string): Record<string, unknown> {
  const applied: ConstDirectiveNode | undefined = astNode?.directives?.find(({ name }) => name.value === directive)
  return Object.fromEntries(
    applied?.arguments?.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]) ?? [],
  )
}

/** The default value in the schema, for example 24 for `first: Int = 24`. */
function defaultOf(field: GraphQLField<unknown, unknown>, counts: readonly string[]): number | undefined {
  const values = field.args
    .filter(({ name }) => counts.includes(name))
    .map(({ astNode }) => (astNode?.defaultValue ? valueFromASTUntyped(astNode.defaultValue) : undefined))
  return values.find((value) => typeof value === 'number')
}
