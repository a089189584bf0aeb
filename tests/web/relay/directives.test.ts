// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const schema = `
type Query { node(id: ID!): Node shelf: Shelf! }
interface Node { id: ID! }
type Shelf implements Node { id: ID! books(first: Int, after: String): BookConnection! }
type Book implements Node { id: ID! title: String! }
type BookConnection { edges: [BookEdge!]! pageInfo: PageInfo! }
type BookEdge { cursor: String! node: Book! }
type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type Mutation { addBook(title: String!): AddedBook! removeBook(id: ID!): RemovedBook! renameBook(id: ID!, title: String!): Book! }
type AddedBook { edge: BookEdge! }
type RemovedBook { removedId: ID! }
`

const documents = `
import { graphql } from 'relay-runtime'
export const shelf = graphql\`query documentsShelfQuery { shelf { id books(first: 10) @connection(key: "documents_books") { edges { node { id title } } } } }\`
export const add = graphql\`mutation documentsAddMutation($title: String!, $connections: [ID!]!) { addBook(title: $title) { edge @appendEdge(connections: $connections) { cursor node { id title } } } }\`
export const take = graphql\`mutation documentsTakeMutation($id: ID!, $connections: [ID!]!) { removeBook(id: $id) { removedId @deleteEdge(connections: $connections) } }\`
export const burn = graphql\`mutation documentsBurnMutation($id: ID!) { removeBook(id: $id) { removedId @deleteRecord } }\`
export const rename = graphql\`mutation documentsRenameMutation($id: ID!, $title: String!) { renameBook(id: $id, title: $title) { id title } }\`
`

/**
 * Runs a mutation on a new store of two books, and reports the titles in the list before and after the response. `take`
 * removes a book from the list, `burn` removes its record from the store.
 */
const program = `
import { ConnectionHandler, Environment, Network, Observable, RecordSource, Store, commitMutation, createOperationDescriptor, getRequest } from 'relay-runtime'
import shelf from './__generated__/documentsShelfQuery.graphql.ts'
import add from './__generated__/documentsAddMutation.graphql.ts'
import take from './__generated__/documentsTakeMutation.graphql.ts'
import burn from './__generated__/documentsBurnMutation.graphql.ts'
import rename from './__generated__/documentsRenameMutation.graphql.ts'

const mutations = { add, take, burn, rename }
const book = (id, title) => ({ __typename: 'Book', id, title })

// A global passes the function to the test, because a browser build has no exports.
globalThis.runOnBuiltRelay = (name, variables, optimisticResponse, answer) => {
  let sink
  const environment = new Environment({
    network: Network.create(() => Observable.create((created) => { sink = created })),
    store: new Store(new RecordSource()),
  })
  const operation = createOperationDescriptor(getRequest(shelf), {})
  const edges = [book('1', 'Emma'), book('2', 'Dune')].map((node) => ({ cursor: node.id, node }))
  const pageInfo = { endCursor: '2', hasNextPage: false }
  environment.commitPayload(operation, { shelf: { id: 'shelf', books: { edges, pageInfo } } })
  environment.retain(operation)
  const titles = () => environment.lookup(operation.fragment).data.shelf.books.edges.flatMap((edge) => edge?.node ? [edge.node.title] : [])
  const connections = [ConnectionHandler.getConnectionID('shelf', 'documents_books')]
  commitMutation(environment, { mutation: mutations[name], variables: { ...variables, connections }, optimisticResponse, onError() {} })
  const optimistic = titles()
  if (answer === null) sink.error(new Error('The gateway is down'))
  else { sink.next({ data: answer }); sink.complete() }
  return { optimistic, settled: titles() }
}
`

type Outcome = { readonly optimistic: string[]; readonly settled: string[] }
type Run = (name: string, variables: object, optimisticResponse: object | undefined, answer: object | null) => Outcome

let folder: string
let run: Run
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true })
  folder = mkdtempSync(resolve('test-results/relay-'))
  writeFileSync(join(folder, 'schema.graphql'), schema)
  writeFileSync(join(folder, 'documents.ts'), documents)
  writeFileSync(join(folder, 'program.ts'), program)
  mkdirSync(join(folder, '__generated__'))
  const config = {
    src: '.',
    schema: './schema.graphql',
    language: 'typescript',
    eagerEsModules: true,
    artifactDirectory: './__generated__',
  }
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
  execFileSync(resolve('node_modules/.bin/relay-compiler'), ['relay.config.json'], { cwd: folder })
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    configFile: resolve('vite.config.ts'),
    root: folder,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'dist'),
      rolldownOptions: {
        input: join(folder, 'program.ts'),
        output: { entryFileNames: 'program.mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
  vi.unstubAllEnvs()
  await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/program.mjs')).href)
  // The imported program sets this global.
  run = Reflect.get(globalThis, 'runOnBuiltRelay') as Run
})
afterAll(() => rmSync(folder, { recursive: true }))

const added = (id: string) => ({
  addBook: { edge: { cursor: id, node: { __typename: 'Book', id, title: 'Ulysses' } } },
})
const named = (title: string) => ({ renameBook: { __typename: 'Book', id: '1', title } })
const removed = { removeBook: { removedId: '1' } }

test('@appendEdge adds to a list, with an optimistic response and with the real one', () => {
  const all = ['Emma', 'Dune', 'Ulysses']
  expect(run('add', { title: 'Ulysses' }, added('new'), added('3'))).toEqual({ optimistic: all, settled: all })
  expect(run('add', { title: 'Ulysses' }, undefined, added('3')).settled).toEqual(all)
})

test('@deleteEdge removes from a list, with an optimistic response and with the real one', () => {
  expect(run('take', { id: '1' }, removed, removed)).toEqual({ optimistic: ['Dune'], settled: ['Dune'] })
  expect(run('take', { id: '1' }, undefined, removed).settled).toEqual(['Dune'])
})

test('@deleteRecord removes an object from the store, with an optimistic response and with the real one', () => {
  expect(run('burn', { id: '1' }, removed, removed)).toEqual({ optimistic: ['Dune'], settled: ['Dune'] })
  expect(run('burn', { id: '1' }, undefined, removed).settled).toEqual(['Dune'])
})

test('an optimistic response is applied at once, and rolled back when the mutation fails', () => {
  const outcome = run('rename', { id: '1', title: 'Persuasion' }, named('Persuasion'), named('Persuasion'))
  expect(outcome).toEqual({ optimistic: ['Persuasion', 'Dune'], settled: ['Persuasion', 'Dune'] })
  const failed = run('rename', { id: '1', title: 'Persuasion' }, named('Persuasion'), null)
  expect(failed).toEqual({ optimistic: ['Persuasion', 'Dune'], settled: ['Emma', 'Dune'] })
  expect(run('take', { id: '1' }, removed, null)).toEqual({ optimistic: ['Dune'], settled: ['Emma', 'Dune'] })
})
