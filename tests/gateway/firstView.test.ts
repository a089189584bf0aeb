import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { type SentOperation, firstView } from '../support/firstView.ts'
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
const photosOnScreen = 24

/** Photos distributed evenly over the months. */
function photosOf(count: number) {
  return Array.from({ length: count }, (_, number) => {
    const month = new Date(Date.UTC(2026, -(number % months), 3)).toISOString().slice(0, 10)
    return buildPhoto(number, `${month}T10:00:00`)
  })
}

/** Sends the client's queries. Returns the paths of the upstream calls. */
async function callsOf(operations: readonly SentOperation[]): Promise<string[]> {
  gateway.upstreams.heal()
  const queries = operations.filter(({ operationName }) => operationName.endsWith('Query'))
  const answers = queries.map(({ operationName, variables }) => gateway.ask(documentOf(operationName), variables))
  for (const { errors } of await Promise.all(answers)) expect(errors).toEqual([])
  return gateway.upstreams.calls.map(({ path }) => path.replace(/\?.*/, '')).toSorted()
}

describe('a first view of the timeline', () => {
  test('takes no more calls for 100,000 photos in 200 months than for 1,000 photos', async () => {
    gateway.upstreams.library(anna).photos = photosOf(1_000)
    const few = await callsOf(firstView.untilPhotos)
    const fewAfterwards = await callsOf(firstView.afterwards)
    gateway.upstreams.library(anna).photos = photosOf(100_000)
    const many = await callsOf(firstView.untilPhotos)
    // A month of the small library has 5 photos, and one of the large library 500.
    expect(monthsOf(few)).toHaveLength(Math.ceil(photosOnScreen / 5))
    expect(monthsOf(many)).toHaveLength(1)
    expect(many.length - 1).toBeLessThanOrEqual(few.length - monthsOf(few).length)
    expect(many.length).toBeLessThanOrEqual(5)
    expect(await callsOf(firstView.afterwards)).toEqual(fewAfterwards)
    expect(fewAfterwards.length).toBeLessThanOrEqual(10)
  })
})

/** The calls for the photos of a month. */
function monthsOf(calls: readonly string[]): string[] {
  return calls.filter((path) => path.startsWith('/photos/photos/timeline/'))
}
