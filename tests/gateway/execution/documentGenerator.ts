import {
  GraphQLBoolean,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { Random } from './random.ts'

/** A variable of a document. */
export interface DeclaredVariable {
  readonly type: GraphQLInputType
  /** Whether it may be omitted. */
  readonly isOptional: boolean
  /** Whether it may be null. */
  readonly isNullable: boolean
  readonly declaration: string
}

/** A document with its declared variables. */
export interface GeneratedDocument {
  readonly text: string
  readonly variables: ReadonlyMap<string, DeclaredVariable>
}

const texts = ['', 'plain', 'with "quotes" and \\ and /', 'line\nbreak\ttab', 'ünïcödé 😀', '\u2028']

/** A random value for an input type, as a client sends it. */
export function inputValue(type: GraphQLInputType, random: Random, ids: readonly unknown[], depth = 0): unknown {
  if (isNonNullType(type)) return inputValue(type.ofType, random, ids, depth)
  if (isListType(type)) {
    if (random.chance(0.2)) return inputValue(type.ofType, random, ids, depth)
    return Array.from({ length: random.below(3) }, () => optionalValue(type.ofType, random, ids, depth))
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || random.chance(0.4))
    const shown = fields.filter((field) => depth < 2 || isNonNullType(field.type) || isLeafType(field.type))
    return Object.fromEntries(
      shown.map(({ name, type: inner }) => [name, optionalValue(inner, random, ids, depth + 1)]),
    )
  }
  if (type.name === 'Int') return random.below(20) - 5
  if (type.name === 'Float') return random.pick([0, -1, 2.5, 1e21])
  if (type.name === 'Boolean') return random.chance(0.5)
  if (type.name === 'ID') return random.pick(ids)
  return random.pick(texts)
}

function optionalValue(type: GraphQLInputType, random: Random, ids: readonly unknown[], depth: number): unknown {
  return !isNonNullType(type) && random.chance(0.15) ? null : inputValue(type, random, ids, depth)
}

/** Generates queries for a schema. A few are invalid, and must be skipped. */
export class DocumentGenerator {
  readonly #schema: GraphQLSchema
  readonly #random: Random
  readonly #ids: readonly unknown[]
  readonly #variables = new Map<string, DeclaredVariable>()
  readonly #fragments: { name: string; type: GraphQLCompositeType; text: string }[] = []
  readonly #keys = new Map<string, string>()
  /** The shapes of fields without an alias. */
  readonly #shapes = new Map<string, string>()

  /** @param ids the values for arguments of type ID */
  constructor(schema: GraphQLSchema, random: Random, ids: readonly unknown[]) {
    this.#schema = schema
    this.#random = random
    this.#ids = ids
  }

  generate(): GeneratedDocument {
    const query = this.#schema.getQueryType()
    if (!query) throw new Error('The schema has no queries.')
    const selections = this.#selections(query, 0)
    const declared = [...this.#variables.values()].map(({ declaration }) => declaration).join(', ')
    const fragments = this.#fragments.map(({ name, type, text }) => `fragment ${name} on ${type.name} ${text}`)
    const text = [`query Q${declared && `(${declared})`} ${selections}`, ...fragments].join('\n')
    return { text, variables: this.#variables }
  }

  #selections(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#random.below(depth === 0 ? 6 : 4)
    const selections = Array.from({ length: count }, () => this.#selection(type, depth))
    return `{ ${selections.join(' ')} }`
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const random = this.#random
    if (random.chance(0.08)) return `__typename${this.#directives()}`
    if (depth < 6 && (isUnionType(type) || random.chance(0.2))) return this.#fragment(type, depth)
    return isUnionType(type) ? '__typename' : this.#field(type, depth)
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const random = this.#random
    const types = isAbstractType(type) ? [type, ...this.#schema.getPossibleTypes(type)] : [type, ...interfacesOf(type)]
    const on = random.pick<GraphQLCompositeType>(types)
    if (random.chance(0.5)) {
      const condition = on === type && random.chance(0.5) ? '' : ` on ${on.name}`
      return `...${condition}${this.#directives()} ${this.#selections(on, depth + 1)}`
    }
    const known = this.#fragments.filter((fragment) => fragment.type === on)
    if (known.length > 0 && random.chance(0.5)) return `...${random.pick(known).name}${this.#directives()}`
    const text = this.#selections(on, depth + 2)
    const name = `F${this.#fragments.length}`
    this.#fragments.push({ name, type: on, text })
    return `...${name}${this.#directives()}`
  }

  #field(type: Exclude<GraphQLCompositeType, { getTypes(): unknown }>, depth: number): string {
    const all = Object.values(type.getFields())
    const leaves = all.filter((field) => isLeafType(getNamedType(field.type)))
    const isShort = depth > 5 || (leaves.length > 0 && this.#random.chance(0.35))
    if (isShort && leaves.length === 0) return '__typename'
    const field = this.#random.pick(isShort ? leaves : all)
    const called = this.#arguments(field)
    const key = this.#keyOf(field, called)
    const named = getNamedType(field.type)
    const below = isObjectType(named) || isAbstractType(named) ? ` ${this.#selections(named, depth + 1)}` : ''
    return `${key}${called}${this.#directives()}${below}`
  }

  /** Uses the same response name for the same field, arguments and shape, so that selections merge without conflict. */
  #keyOf({ name, type }: GraphQLField<unknown, unknown>, called: string): string {
    const shape = shapeOf(type)
    const ownShape = this.#shapes.get(name) ?? shape
    const isPlain = !called && shape === ownShape
    if (isPlain) this.#shapes.set(name, shape)
    const id = `${name}${called} ${shape}`
    const known = this.#keys.get(id) ?? (isPlain ? name : `${name}${this.#keys.size}: ${name}`)
    const key = isPlain && this.#random.chance(0.1) ? `also_${name}: ${name}` : known
    this.#keys.set(id, known)
    return key
  }

  #arguments(field: GraphQLField<unknown, unknown>): string {
    const given = field.args.filter(({ type, defaultValue, default: fallback }) => {
      const isRequired = isNonNullType(type) && defaultValue === undefined && fallback === undefined
      return isRequired || this.#random.chance(0.5)
    })
    const parts = given.map(({ name, type }) => `${name}: ${this.#argument(type)}`)
    return parts.length > 0 ? `(${parts.join(', ')})` : ''
  }

  #argument(type: GraphQLInputType): string {
    if (this.#random.chance(0.35)) return `$${this.#variable(type)}`
    if (!isNonNullType(type) && this.#random.chance(0.15)) return 'null'
    return literal(type, inputValue(type, this.#random, this.#ids))
  }

  #variable(type: GraphQLInputType): string {
    const known = [...this.#variables].filter(([, variable]) => String(variable.type) === String(type))
    if (known.length > 0 && this.#random.chance(0.5)) return this.#random.pick(known)[0]
    const name = `v${this.#variables.size}`
    const hasDefault = this.#random.chance(0.4)
    const fallback = hasDefault ? ` = ${literal(type, inputValue(type, this.#random, this.#ids))}` : ''
    const declaration = `$${name}: ${String(type)}${fallback}`
    const isNullable = !isNonNullType(type)
    this.#variables.set(name, { type, isOptional: hasDefault || isNullable, isNullable, declaration })
    return name
  }

  #directives(): string {
    const random = this.#random
    if (!random.chance(0.12)) return ''
    const condition = random.chance(0.3) ? String(random.chance(0.5)) : `$${this.#flag()}`
    return ` @${random.pick(['skip', 'include'])}(if: ${condition})`
  }

  #flag(): string {
    const name = this.#random.pick(['always', 'maybe'])
    const declaration = name === 'always' ? '$always: Boolean!' : '$maybe: Boolean = true'
    const isOptional = name === 'maybe'
    this.#variables.set(name, { type: GraphQLBoolean, isOptional, isNullable: isOptional, declaration })
    return name
  }
}

/** The shape that two fields of the same response name must share: list and null wrappers, and the leaf type. */
function shapeOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  return isLeafType(named) ? String(type) : String(type).replace(named.name, 'object')
}

function interfacesOf(type: GraphQLCompositeType): readonly GraphQLCompositeType[] {
  return isUnionType(type) ? [] : type.getInterfaces()
}

/** A value as a GraphQL literal. */
function literal(type: GraphQLInputType, value: unknown): string {
  if (isNonNullType(type)) return literal(type.ofType, value)
  if (value === null || value === undefined) return 'null'
  if (isListType(type)) {
    return Array.isArray(value)
      ? `[${value.map((item) => literal(type.ofType, item)).join(', ')}]`
      : literal(type.ofType, value)
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields()
    const parts = Object.entries(value).flatMap(([name, inner]) => {
      const field = fields[name]
      return field ? `${name}: ${literal(field.type, inner)}` : []
    })
    return `{${parts.join(', ')}}`
  }
  return isEnumType(type) && typeof value === 'string' ? value : JSON.stringify(value)
}
