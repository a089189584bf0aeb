import { hash } from 'node:crypto'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { DocumentLimits } from '../config.ts'
import { exceededLimits, parseDocument } from '../limits/documentRules.ts'
import { expandedFields, isCompilableSchema } from './compilable.ts'
import { CompiledQuery, maximumVariants } from './compiledQuery.ts'

/** A document that was parsed and validated; when it is wrong, only its errors are of use. */
export interface PreparedDocument {
  readonly text: string
  /** The id that our client's build gave it; undefined for a foreign document. */
  readonly documentId: string | undefined
  /** Undefined: it cannot be parsed. */
  readonly document: DocumentNode | undefined
  readonly errors: readonly GraphQLError[]
  /** An operation of it as a compiled query; null when the reference executor is to run it. */
  compiled(operation: OperationDefinitionNode): CompiledQuery | null
}

/** What documents must keep to, and what is shown of the schema when they do not. */
export interface DocumentOptions {
  readonly rules: readonly ValidationRule[]
  readonly limits: DocumentLimits
  /** Whether messages say what may have been meant. */
  readonly suggestions: boolean
  /** The id of a document of our own client; those are always kept. */
  documentIdOf(text: string): string | undefined
  /** How many such documents there are. */
  documentCount(): number
}

/**
 * How much is kept of foreign documents, in characters of their texts: parsed, each takes some 70 bytes. All of it
 * takes 40 MB at most.
 */
const maximumCharacters = 600_000
/** What a compiled field takes, about 1 kB, in such characters. */
const charactersPerField = 14
/** Foreign documents whose digest is remembered, so that they are known when they come again. */
const maximumSeen = 10_000

/**
 * Prepares documents, the same for every transport. Those of our own client are kept and compiled from the first time
 * on. A foreign one is only kept when it comes a second time: until then it costs a digest.
 */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #options: DocumentOptions
  readonly #isCompilable: boolean
  readonly #own = new Map<string, PreparedDocument>()
  readonly #foreign = new LRUCache<string, PreparedDocument>({
    maxSize: maximumCharacters,
    sizeCalculation: sizeOf,
  })
  readonly #seen = new LRUCache<string, true>({ max: maximumSeen })
  readonly #found = { kept: 0, parsed: 0 }

  constructor(schema: GraphQLSchema, options: DocumentOptions) {
    this.#schema = schema
    this.#options = options
    this.#isCompilable = isCompilableSchema(schema)
  }

  /** Never throws: what is wrong with the document is in `errors`. */
  prepare(text: string): PreparedDocument {
    const known = this.known(text)
    if (known) return known
    this.#found.parsed += 1
    const digest = hash('sha256', text, 'base64')
    if (!this.#seen.get(digest)) {
      this.#seen.set(digest, true)
      return { text, documentId: undefined, ...this.#check(text), compiled: () => null }
    }
    const prepared = this.#compilable(text, undefined)
    this.#foreign.set(text, prepared)
    return prepared
  }

  /** One that is kept, or is always to be; undefined for one that `prepare` would have to parse for this once. */
  known(text: string): PreparedDocument | undefined {
    const kept = this.#own.get(text) ?? this.#foreign.get(text)
    if (kept) {
      this.#found.kept += 1
      return kept
    }
    const documentId = this.#options.documentIdOf(text)
    if (documentId === undefined) return undefined
    this.#found.parsed += 1
    return this.#keepOwn(text, documentId)
  }

  /** How many are kept, of our own client and of others, and how often one was kept or had to be parsed so far. */
  state() {
    return { own: this.#own.size, foreign: this.#foreign.size, ...this.#found }
  }

  #keepOwn(text: string, documentId: string): PreparedDocument {
    // The client was built again: what is not of its new build goes, with the rest.
    if (this.#own.size >= this.#options.documentCount()) this.#own.clear()
    const prepared = this.#compilable(text, documentId)
    this.#own.set(text, prepared)
    return prepared
  }

  #compilable(text: string, documentId: string | undefined): PreparedDocument {
    const checked = this.#check(text)
    const queries = new Map<OperationDefinitionNode, CompiledQuery | null>()
    const compiled = (operation: OperationDefinitionNode) => {
      if (!checked.document || !this.#isCompilable) return null
      let query = queries.get(operation)
      if (query === undefined) {
        query = CompiledQuery.of(this.#schema, checked.document, operation)
        queries.set(operation, query)
      }
      return query
    }
    return { text, documentId, ...checked, compiled }
  }

  #check(text: string): Pick<PreparedDocument, 'document' | 'errors'> {
    const { limits, rules, suggestions } = this.#options
    try {
      const document = parseDocument(text, limits)
      const exceeded = exceededLimits(document, limits)
      if (exceeded.length > 0) return { document, errors: exceeded }
      return { document, errors: validate(this.#schema, document, rules, { hideSuggestions: !suggestions }) }
    } catch (error) {
      if (error instanceof GraphQLError) return { document: undefined, errors: [error] }
      throw error
    }
  }
}

/** With all that may yet be compiled of it. */
function sizeOf({ text, document, errors }: PreparedDocument): number {
  let fields = 0
  // A wrong one is not compiled, and its fragments may have no end.
  if (document && errors.length === 0)
    for (const definition of document.definitions)
      if (definition.kind === Kind.OPERATION_DEFINITION) fields += expandedFields(document, definition)
  return text.length + 100 + fields * charactersPerField * maximumVariants
}
