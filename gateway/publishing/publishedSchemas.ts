import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type DefinitionNode, parse, print, visit } from 'graphql'

/** A version of the schema that other teams build on. */
export interface PublishedSchema {
  /** Versions are counted from 1. */
  readonly version: number
  /** When it was published, such as `2026-11-29`. */
  readonly date: string
  /** The SDL without descriptions. */
  readonly text: string
}

const folder = new URL('../../schema/published/', import.meta.url)
const fileName = /^(?<version>\d{4})-(?<date>\d{4}-\d\d-\d\d)\.graphql$/

/**
 * Reads the published versions, the oldest first.
 * @throws Error if the name of a file is not a version and a date
 */
export function readPublishedSchemas(): PublishedSchema[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'))
  return names.toSorted().map((name) => {
    const { version, date } = fileName.exec(name)?.groups ?? {}
    if (version === undefined || date === undefined)
      throw new Error(`schema/published/${name}: a version has a name such as 0001-2026-11-29.graphql.`)
    return { version: Number(version), date, text: readFileSync(new URL(name, folder), 'utf8') }
  })
}

/** Stores a schema as the next published version. @returns false if the latest version is the same */
export function publishSchema(schema: string, today: string): boolean {
  const latest = readPublishedSchemas().at(-1)
  const text = withoutDescriptions(schema)
  if (latest?.text === text) return false
  const version = String((latest?.version ?? 0) + 1).padStart(4, '0')
  writeFileSync(new URL(`${version}-${today}.graphql`, folder), text)
  return true
}

/** The SDL without descriptions, which may change at any time, and with its definitions in a fixed order. */
function withoutDescriptions(schema: string): string {
  const { definitions } = visit(parse(schema, { noLocation: true }), {
    enter: (node) => ('description' in node && node.description ? { ...node, description: undefined } : undefined),
  })
  const sorted = definitions.toSorted((one, other) => compare(nameOf(one), nameOf(other)))
  return `${sorted.map(print).join('\n\n')}\n`
}

function nameOf(definition: DefinitionNode): string {
  return 'name' in definition ? (definition.name?.value ?? '') : ''
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
