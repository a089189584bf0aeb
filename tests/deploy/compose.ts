import { readFileSync } from 'node:fs'
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

/** The Compose file as text. */
export const composeText = readFileSync('docker-compose.yml', 'utf8')

/**
 * Reads the Compose file and resolves its merges and variables. Like Compose, it resolves the variables in each value
 * after parsing the YAML.
 */
export function resolveCompose(environment: Readonly<Record<string, string>>): unknown {
  return parse(
    composeText,
    (_key, value: unknown) => (typeof value === 'string' ? interpolate(value, environment) : value),
    {
      merge: true,
    },
  )
}

/** Reads the parts of the Compose file that the tests check. */
export function readCompose(environment: Readonly<Record<string, string>> = {}): ComposeFile {
  return composeFile.parse(resolveCompose(environment))
}

/** Replaces `${NAME:-default}` from the inside out, because a default may contain another variable. */
function interpolate(text: string, environment: Readonly<Record<string, string>>): string {
  const replaced = text.replaceAll(/\$\{(\w+):-([^${}]*)\}/g, (_match, name: string, fallback: string) =>
    environment[name] ? environment[name] : fallback,
  )
  if (replaced !== text) return interpolate(replaced, environment)
  if (/\$/.test(replaced)) throw new Error(`A variable in "${replaced}" has no default.`)
  return replaced
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
