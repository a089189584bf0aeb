import {
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLResolveInfoHelpers,
  type OperationDefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type ResponsePath,
  type VariableValues,
  getArgumentValues,
  isNonNullType,
  locatedError,
  responsePathAsArray,
} from 'graphql'
import { abandon } from './jsonText.ts'

/** The operation that is executed. */
export interface Operation {
  readonly schema: GraphQLSchema
  readonly node: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
}

/** A field of the answer: a field of a type, and the nodes of the document that ask for it under one name. */
export class FieldSite {
  readonly key: string
  readonly parentType: GraphQLObjectType
  readonly definition: GraphQLField<unknown, unknown>
  readonly nodes: readonly FieldNode[]
  readonly isNonNull: boolean

  constructor(
    key: string,
    parentType: GraphQLObjectType,
    definition: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
  ) {
    this.key = key
    this.parentType = parentType
    this.definition = definition
    this.nodes = nodes
    this.isNonNull = isNonNullType(definition.type)
  }

  /** `Type.field`, for messages. */
  get name(): string {
    return `${this.parentType.name}.${this.definition.name}`
  }

  pathIn(parent: ResponsePath | undefined): ResponsePath {
    return { prev: parent, key: this.key, typename: this.parentType.name }
  }
}

/** One run of a compiled query: on whose behalf, and what went wrong so far. */
export class Execution {
  readonly operation: Operation
  readonly context: unknown
  readonly variables: VariableValues
  readonly errors: GraphQLError[] = []
  /** The answer is complete; what still runs runs for nothing. */
  isOver = false
  readonly #nulled = new Set<ResponsePath | undefined>()
  readonly #arguments = new Map<FieldSite, Record<string, unknown>>()
  #abort: AbortController | undefined

  constructor(operation: Operation, context: unknown, variables: VariableValues) {
    this.operation = operation
    this.context = context
    this.variables = variables
  }

  /**
   * Makes a field, or an item of a list, null by an error.
   * @throws the error, located, when it may not be null: the nearest parent that may be is null instead
   */
  fail(error: unknown, site: FieldSite, path: ResponsePath, isNonNull: boolean): null {
    const located = locatedError(error, site.nodes, responsePathAsArray(path))
    if (isNonNull) throw located
    this.report(located, path)
    return null
  }

  /** Takes an error down, unless something above its place is null already. */
  report(error: GraphQLError, path: ResponsePath | undefined): void {
    for (let place = path; place !== undefined; place = place.prev) if (this.#nulled.has(place)) return
    if (this.#nulled.has(undefined)) return
    this.#nulled.add(path)
    this.errors.push(error)
  }

  /** The arguments of a field, coerced once; whoever resolves it may only read them. */
  argumentsOf(site: FieldSite): Record<string, unknown> {
    const known = this.#arguments.get(site)
    if (known) return known
    const [node] = site.nodes
    const values = node ? getArgumentValues(site.definition, node, this.variables) : {}
    this.#arguments.set(site, Object.freeze(values))
    return values
  }

  finish(): void {
    this.isOver = true
    this.#abort?.abort()
  }

  get abortSignal(): AbortSignal {
    this.#abort ??= new AbortController()
    return this.#abort.signal
  }
}

const helpers: GraphQLResolveInfoHelpers = { promiseAll: (values) => Promise.all(values), track: abandon }

/** What resolvers are told about their field; most ask for none of it. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly #execution: Execution
  readonly #site: FieldSite
  readonly #parent: ResponsePath | undefined
  #path: ResponsePath | undefined

  constructor(execution: Execution, site: FieldSite, parent: ResponsePath | undefined, path: ResponsePath | undefined) {
    this.#execution = execution
    this.#site = site
    this.#parent = parent
    this.#path = path
  }

  get fieldName(): string {
    return this.#site.definition.name
  }
  get fieldNodes(): readonly FieldNode[] {
    return this.#site.nodes
  }
  get returnType(): GraphQLOutputType {
    return this.#site.definition.type
  }
  get parentType(): GraphQLObjectType {
    return this.#site.parentType
  }
  get path(): ResponsePath {
    return (this.#path ??= this.#site.pathIn(this.#parent))
  }
  get schema(): GraphQLSchema {
    return this.#execution.operation.schema
  }
  get fragments(): Record<string, FragmentDefinitionNode> {
    return { ...this.#execution.operation.fragments }
  }
  get rootValue(): undefined {
    return undefined
  }
  get operation(): OperationDefinitionNode {
    return this.#execution.operation.node
  }
  get variableValues(): VariableValues {
    return this.#execution.variables
  }
  get getAbortSignal(): () => AbortSignal {
    return () => this.#execution.abortSignal
  }
  get getAsyncHelpers(): () => GraphQLResolveInfoHelpers {
    return () => helpers
  }
}
