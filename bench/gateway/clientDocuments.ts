import { globSync, readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { persistedDocuments } from '../../launcher/build.ts'

const artifacts = 'web/__generated__/*.graphql.ts'

/** Returns the persisted documents of our client by their ids, including the documents of earlier builds. */
export function clientDocuments(): Record<string, string> {
  return JSON.parse(readFileSync(persistedDocuments, 'utf8'))
}

/**
 * Finds the id of the document by which our client subscribes to a field. Searches by the field, so that renaming the
 * operation or the component changes nothing.
 * @param field of the type Subscription
 * @throws Error when the client has no such subscription, or several
 */
export function clientSubscription(field: string): string {
  return onlyOne(`subscription to ${field}`, (text) => subscribesTo(field, text)).id
}

/**
 * Finds the text of a query of our client by its name.
 * @throws Error when the client has no such query
 */
export function clientQuery(name: string): string {
  return onlyOne(`query ${name}`, (text) => text.startsWith(`query ${name}(`)).text
}

function onlyOne(what: string, matches: (text: string) => boolean): { readonly id: string; readonly text: string } {
  const current = currentIds()
  const found = Object.entries(clientDocuments()).filter(([id, text]) => current.has(id) && matches(text))
  const [only] = found
  if (!only || found.length > 1) {
    throw new Error(`The client must have one ${what}, but it has ${found.length} (${persistedDocuments}).`)
  }
  const [id, text] = only
  return { id, text }
}

/**
 * Returns the ids of the documents of the current build. Reads them from the artifacts, because the compiler removes
 * the artifacts of earlier builds, but keeps their documents.
 */
function currentIds(): Set<string> {
  return new Set(globSync(artifacts).flatMap((file) => /"id": "(\w+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? []))
}

function subscribesTo(field: string, document: string): boolean {
  // Skips queries, which most documents are, without parsing them.
  if (!document.startsWith('subscription')) return false
  return parse(document).definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.selectionSet.selections.some(
        (selection) => selection.kind === Kind.FIELD && selection.name.value === field,
      ),
  )
}
