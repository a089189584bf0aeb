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
import { ignoreRejections } from './jsonText.ts'

/** An operation with its schema and fragments. */
export interface Operation {
  readonly schema: GraphQLSchema
  readonly node: OperationDefinitionNode
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>
}

/** A field of the response: its definition, and all nodes of the document that select it under one response name. */
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

/** One execution of a compiled query. Collects its errors. */
export class Execution {
  readonly operation: Operation
  readonly context: unknown
  readonly variables: VariableValues
  readonly errors: GraphQLError[] = []
  /** True when the response is complete: the results of resolvers that still run are then ignored. */
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
   * Sets a field or list item to null because of an error.
   * @throws the located error when the place is non-null: the nearest nullable parent becomes null instead
   */
  fail(error: unknown, site: FieldSite, path: ResponsePath, isNonNull: boolean): null {
    const located = locatedError(error, site.nodes, responsePathAsArray(path))
    if (isNonNull) throw located
    this.report(located, path)
    return null
  }

  /** Records an error, unless the place or one of its parents is already null. */
  report(error: GraphQLError, path: ResponsePath | undefined): void {
    for (let ancestor = path; ancestor !== undefined; ancestor = ancestor.prev) if (this.#nulled.has(ancestor)) return
    if (this.#nulled.has(undefined)) return
    this.#nulled.add(path)
    this.errors.push(error)
  }

  /** The arguments of a field, coerced once per execution. Resolvers share them, so they are frozen. */
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

const helpers: GraphQLResolveInfoHelpers = { promiseAll: (values) => Promise.all(values), track: ignoreRejections }

/** The `info` argument of resolvers. Its properties are computed on demand, because most resolvers read none. */
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
