import { type DocumentNode, Kind, buildASTSchema, findBreakingChanges, parse, visit } from 'graphql'
import { deprecatedParts, visitParts } from './deprecations.ts'
import type { PublishedSchema } from './publishedSchemas.ts'

const roots = new Set(['Query', 'Mutation', 'Subscription'])
/** How long (days) a part stays in the schema after a published version has deprecated it. */
const deprecationDays = 90

/**
 * Lists which promises to clients a schema breaks (docs/api/changes.md). A field, an argument, an input field or an
 * enum value may be removed if it is deprecated in the latest version, and was already deprecated in the version that
 * was the latest 90 days ago. Types that nothing uses after these removals may be removed, too.
 * @param versions the published versions, the oldest first. If none exists, nothing was promised
 * @param today such as `2026-11-29`
 */
export function brokenPromises(versions: readonly PublishedSchema[], next: string, today: string): string[] {
  const latest = versions.at(-1)
  if (!latest) return []
  const document = parse(next)
  const breaking = findBreakingChanges(
    buildASTSchema(promisedParts(versions, parse(latest.text), today), { assumeValid: true }),
    buildASTSchema(document),
  ).map(({ description }) => `${description} Version ${latest.version} promises it.`)
  const unexplained = [...deprecatedParts(document)].flatMap(([name, reason]) =>
    reason === null ? [`${name} is deprecated without a reason, which must say what replaces it.`] : [],
  )
  return [...breaking, ...unexplained]
}

/** The latest version without the parts that may be removed today. */
function promisedParts(versions: readonly PublishedSchema[], latest: DocumentNode, today: string): DocumentNode {
  const day = dayBefore(today, deprecationDays)
  const old = versions.findLast(({ date }) => date <= day)
  if (!old) return latest
  const announced = deprecatedParts(parse(old.text))
  const deprecated = deprecatedParts(latest)
  const kept = visitParts(latest, (_part, name) => (announced.has(name) && deprecated.has(name) ? null : undefined))
  return withoutUnusedTypes(kept)
}

function dayBefore(today: string, days: number): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - days)
  return day.toISOString().slice(0, 10)
}

function withoutUnusedTypes(document: DocumentNode): DocumentNode {
  const named = new Set(roots)
  visit(document, {
    NamedType: (node) => {
      named.add(node.name.value)
    },
  })
  const definitions = document.definitions.filter((definition) => {
    if (!('name' in definition) || !definition.name || definition.kind === Kind.DIRECTIVE_DEFINITION) return true
    const implementsSome = 'interfaces' in definition && (definition.interfaces?.length ?? 0) > 0
    return implementsSome || named.has(definition.name.value)
  })
  return { ...document, definitions }
}
