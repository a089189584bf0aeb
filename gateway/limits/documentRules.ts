import { type DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule, parse } from 'graphql'
import type { DocumentLimits } from '../config.ts'
import { badInput } from '../errors/codes.ts'
import { type DocumentMeasure, measureDocument } from './documentMeasure.ts'

/** How each limit is named to those who wrote the document. */
const names: Record<keyof DocumentMeasure, string> = {
  depth: 'levels of fields',
  fields: 'fields, its fragments written out',
  aliases: 'aliases, its fragments written out',
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
    throw isTooLong
      ? badInput(`The document has more than ${tokens} tokens, which is the most that it may have.`)
      : error
  }
}

/** What documents must keep to beyond the language's own rules, and beside `exceededLimits`. */
export function documentRules(options: { introspection: boolean }): ValidationRule[] {
  return options.introspection ? [] : [NoSchemaIntrospectionCustomRule]
}

/**
 * What a document has too much of; empty when it keeps to its limits. It is told before the language's own rules are
 * asked, for some of them take long for just such documents.
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
