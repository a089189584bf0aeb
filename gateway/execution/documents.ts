import { type DocumentNode, GraphQLError, type GraphQLSchema, type ValidationRule, parse, validate } from 'graphql'

/** A document that was parsed and validated; when it is wrong, only its errors are of use. */
export interface PreparedDocument {
  readonly text: string
  /** Undefined: it cannot be parsed. */
  readonly document: DocumentNode | undefined
  readonly errors: readonly GraphQLError[]
}

/** What documents must keep to. */
export interface DocumentLimits {
  readonly rules: readonly ValidationRule[]
  readonly maximumTokens: number
}

/** Prepares documents, the same for every transport. */
export class Documents {
  readonly #schema: GraphQLSchema
  readonly #limits: DocumentLimits

  constructor(schema: GraphQLSchema, limits: DocumentLimits) {
    this.#schema = schema
    this.#limits = limits
  }

  /** Never throws: what is wrong with the document is in `errors`. */
  prepare(text: string): PreparedDocument {
    try {
      const document = parse(text, { maxTokens: this.#limits.maximumTokens })
      return { text, document, errors: validate(this.#schema, document, this.#limits.rules) }
    } catch (error) {
      if (error instanceof GraphQLError) return { text, document: undefined, errors: [error] }
      throw error
    }
  }
}
