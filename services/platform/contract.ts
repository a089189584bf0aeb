import { z } from 'zod'
import { isUuid, problemOfIssue } from './requests.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify'
import type { Problem } from './problems.ts'

/**
 * Who may call a route: customers with an access token (`account`), customers and callers without a token
 * (`optionalAccount`), other services (`service`), the operator (`operator`), or everybody (`public`). Routes with
 * another check, such as a signed URL, are `public`, too.
 */
export type Access = 'account' | 'optionalAccount' | 'service' | 'operator' | 'public'

/**
 * Kinds of requests that are limited separately (docs/operations.md): sign-in pages and tokens, uploads, pictures
 * behind signed URLs, and all other calls.
 */
export type Traffic = 'signIn' | 'uploads' | 'pictures' | 'calls'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; by default customers with an access token. */
    access?: Access
    /** Which limits apply; by default those of the service. */
    traffic?: Traffic
  }

  interface FastifySchema {
    /** Left out of the OpenAPI document. */
    hide?: boolean
    /** What the call does, in a few words. */
    summary?: string
    /** What the schemas cannot say. Markdown. */
    description?: string
    /** The codes of the route's own problems, by status. `problemsOf` adds the common ones. */
    problems?: Readonly<Record<number, readonly string[]>>
  }
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

/** Derives the types of handlers from the zod schemas of their routes. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? Frozen<z.input<this['schema']>> : unknown
}

/** The app on which services register their routes. */
export type ServiceApp = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>

const ownProblems = z.registry<{ readonly problem: () => Problem }>()

/** Gives a schema its own problem, which is the answer to an input that does not match the schema. */
export function orProblem<Schema extends z.ZodType>(schema: Schema, problem: () => Problem): Schema {
  // A copy, because other routes use the same schema with other problems.
  const copy = schema.clone()
  ownProblems.add(copy, { problem })
  return copy
}

/** An id in a path, in lower case. An id that is not a UUID gets the same problem as an id that does not exist. */
export function idOr(problem: () => Problem) {
  return orProblem(z.string().refine(isUuid, 'not a UUID').toLowerCase().meta({ format: 'uuid' }), problem)
}

/** Validates params, query, headers and bodies. The first issue becomes the problem. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (input: unknown) => {
    const { success, data, error } = schema.safeParse(input)
    return success ? { value: data } : { error: problemOf(schema, error) }
  }
}

function problemOf(schema: z.ZodType, error: z.ZodError): Problem {
  const [issue] = error.issues
  const field = schema instanceof z.ZodObject ? schema.shape[String(issue?.path[0])] : undefined
  const own = ownProblems.get(schema) ?? (field instanceof z.ZodType ? ownProblems.get(field) : undefined)
  return own ? own.problem() : problemOfIssue(issue)
}

/** An answer without a body. */
export const nothing = z.undefined()

/** An answer that is not JSON. */
export function content(type: string, description: string) {
  return { description, content: { [type]: { schema: z.unknown() } } }
}

export const nextCursor = z.string().nullable().describe('Where the next page begins; null on the last page.')
