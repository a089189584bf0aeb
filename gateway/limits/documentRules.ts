import { type DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule, parse } from 'graphql'
import type { DocumentLimits } from '../config.ts'
import { badInput } from '../errors/codes.ts'
import { type DocumentMeasure, measureDocument } from './documentMeasure.ts'

/** The names of the limits in error messages. */
const names: Record<keyof DocumentMeasure, string> = {
  depth: 'levels of fields',
  fields: 'fields with fragments expanded',
  aliases: 'aliases with fragments expanded',
  rootFields: 'fields at the root',
  directives: 'directives in one place',
}

/**
 * Parses a document.
 * @throws GraphQLError when it cannot be parsed; BAD_USER_INPUT when it has too many tokens
 */
export function parseDocument(text: string, { tokens }: Pick<DocumentLimits, 'tokens'>): DocumentNode {
  try {
    return parse(text, { maxTokens: tokens })
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes(`more than ${tokens} tokens`)
    throw isTooLong ? badInput(`The document has more than ${tokens} tokens, the maximum.`) : error
  }
}

/** Validation rules in addition to those of the GraphQL specification and to `exceededLimits`. */
export function documentRules(options: { introspection: boolean }): ValidationRule[] {
  return options.introspection ? [] : [NoSchemaIntrospectionCustomRule]
}

/**
 * Returns an error for each limit that a document exceeds. Call this before validation: some rules of the
 * specification take long for exactly such documents.
 */
export function exceededLimits(document: DocumentNode, limits: DocumentLimits): GraphQLError[] {
  const measure = measureDocument(document)
  return measures.flatMap((name) => {
    if (measure[name] <= limits[name]) return []
    const found = Number.isFinite(measure[name]) ? String(measure[name]) : 'endless'
    return [badInput(`The document has ${found} ${names[name]}; it may have ${limits[name]} at most.`)]
  })
}

const measures = Object.keys(names) as (keyof DocumentMeasure)[]
