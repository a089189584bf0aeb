import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  Source,
  TokenKind,
  type ValidationRule,
  parse,
} from 'graphql'
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
 * How deep brackets of any kind may be nested in a text. The nesting is checked before parsing: the parser calls itself
 * for each level, and thousands of levels would use up the stack. Of `DocumentLimits`, `tokens` is checked while
 * parsing, and the other limits are checked after parsing.
 */
const maximumNesting = 200

/**
 * Parses a document.
 * @throws GraphQLError when it cannot be parsed; BAD_USER_INPUT when it has too many tokens or is nested too deeply
 */
export function parseDocument(text: string, { tokens }: Pick<DocumentLimits, 'tokens'>): DocumentNode {
  if (isTooDeep(text)) throw badInput(`The document has more than ${maximumNesting} levels of brackets, the maximum.`)
  try {
    return parse(text, { maxTokens: tokens })
  } catch (error) {
    const isTooLong = error instanceof GraphQLError && error.message.includes(`more than ${tokens} tokens`)
    throw isTooLong ? badInput(`The document has more than ${tokens} tokens, the maximum.`) : error
  }
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

function isTooDeep(text: string): boolean {
  // With at most this many opening brackets, the text cannot be nested too deeply.
  if (text.replaceAll(/[^[{(]/g, '').length <= maximumNesting) return false
  const lexer = new Lexer(new Source(text))
  for (let level = 0; lexer.token.kind !== TokenKind.EOF; lexer.advance()) {
    if (opening.has(lexer.token.kind)) level += 1
    if (closing.has(lexer.token.kind)) level -= 1
    if (level > maximumNesting) return true
  }
  return false
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
