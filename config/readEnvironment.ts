import { z } from 'zod'

type Variables = Readonly<Record<string, string | undefined>>

/** Reports wrong settings. The message has a sentence per wrong variable: its name, and what its value must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads settings from environment variables. An empty variable counts as not set.
 * @param schema one key per variable; its description completes the sentence "NAME must be …"
 * @throws ConfigError
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Variables,
): z.output<z.ZodObject<Shape>> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(set)
  if (result.success) return result.data
  const wrong = new Set(result.error.issues.map(({ path: [name] }) => String(name)))
  throw new ConfigError([...wrong].map((name) => sentenceOf(schema, name, set[name])).join(' '))
}

function sentenceOf(schema: z.ZodObject, name: string, value: string | undefined): string {
  const wanted = schema.shape[name]
  const expected = (wanted instanceof z.ZodType && wanted.description) || 'another value'
  if (value === undefined) return `${name} is missing: it must be ${expected}.`
  // URLs may hold passwords, and the sentence may end up in a log.
  const given = /_URL|SECRET/.test(name) ? '' : `, not ${JSON.stringify(value)}`
  return `${name} must be ${expected}${given}.`
}

/** A URL of http or https, without the slashes at its end. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** Comma-separated values. Surrounding spaces and empty values are ignored. */
export const commaSeparated = z.string().transform((list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** `ALLOWED_ORIGINS`: the origins of other teams' pages. The gateway and storage read the same variable. */
export const allowedOrigins = commaSeparated
  .refine((parts) => parts.every(isOrigin))
  .default([])
  .describe('origins such as https://app.example.com, separated by commas')

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
