import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway()

const generated = new URL('../../web/__generated__/', import.meta.url)
const documents = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(new URL('persisted.json', generated), 'utf8')))

/** The current text of one of the client's queries. */
function documentOf(name: string): string {
  const artifact = readFileSync(new URL(`${name}.graphql.ts`, generated), 'utf8')
  const document = documents[/"id": "(\w+)",\s*"metadata"/.exec(artifact)?.[1] ?? '']
  if (document === undefined) throw new Error(`The client has no query ${name}.`)
  return document
}

const months = 200
const monthsOnScreen = 3
const order = { sortKey: 'DATE_TAKEN', sortOrder: 'DESC' }

/** Photos distributed evenly over the months. */
function photosOf(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const month = new Date(Date.UTC(2026, -(number % months), 3)).toISOString().slice(0, 10)
    return buildPhoto(number, `${month}T10:00:00`)
  })
}

/** Sends the client's operations up to the first visible photos. Returns the paths of the upstream calls. */
async function callsOfFirstView(): Promise<string[]> {
  gateway.upstreams.heal()
  const layout = gateway.ask(documentOf('LibraryLayoutQuery'))
  const { data } = await gateway.ask(documentOf('TimelinePageQuery'), order)
  await layout
  const shown = data.viewer.library.timeline.months.slice(0, monthsOnScreen)
  for (const { id } of shown) {
    const variables = { id, first: 24, after: null, isRefresh: false, ...order }
    const { errors } = await gateway.ask(documentOf('CollectionPageQuery'), variables)
    expect(errors).toEqual([])
  }
  return gateway.upstreams
    .pathsOf('photos')
    .map((path) => path.replace(/\?.*/, ''))
    .toSorted()
}

describe('a first view of the timeline', () => {
  test('takes the same number of calls for 100,000 photos in 200 months as for 1,000 photos', async () => {
    gateway.upstreams.library(anna).photos = photosOf(1_000)
    const few = await callsOfFirstView()
    gateway.upstreams.library(anna).photos = photosOf(100_000)
    expect(await callsOfFirstView()).toEqual(few)
    expect(few.filter((path) => path.startsWith('/photos/timeline/'))).toHaveLength(monthsOnScreen)
    expect(few.length).toBeLessThanOrEqual(monthsOnScreen + 4)
  })
})
