import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId } from '../../support/globalIds.ts'
import { type ImportedAlbum, buildImport, buildImportedAlbum } from '../../support/longWork.ts'
import { anna, bram } from '../../support/tokens.ts'

const gateway = setUpGateway()
const counts = 'foundCount importedCount existingCount failedCount'

beforeEach(() => {
  gateway.upstreams.clearWork()
})

function read(selection: string) {
  return gateway.ask(`{ viewer { library { activation { ${selection} } } } }`)
}

function nodes({ edges }: { edges: { node: unknown }[] }): unknown[] {
  return edges.map(({ node }) => node)
}

function albumNamed(name: string, foundCount: number): ImportedAlbum {
  return { ...buildImportedAlbum(1), albumId: null, name, foundCount }
}

describe('PhotoLibrary.activation', () => {
  test('returns the state of the library and its import, with one call', async () => {
    gateway.upstreams.work(anna).activation = { status: 'ACTIVE', import: buildImport(1) }
    const { data, errors } = await read(`status import { id state progress started finished ${counts} }`)
    expect(errors).toEqual([])
    expect(data.viewer.library.activation).toEqual({
      status: 'ACTIVE',
      import: {
        id: globalId('LibraryImport', String(buildImport(1)['id'])),
        state: 'FINISHED',
        progress: 1,
        started: '2026-03-01T09:00:00.000Z',
        finished: '2026-03-01T09:20:00.000Z',
        foundCount: 10,
        importedCount: 6,
        existingCount: 3,
        failedCount: 1,
      },
    })
    expect(gateway.upstreams.pathsOf('photos')).toEqual(['/users/activate'])
  })

  test.each([
    ['ACTIVE', 'ACTIVE'],
    ['NOT_ACTIVE', 'NOT_ACTIVE'],
    ['IMPORTING', 'IMPORTING'],
    ['DELETING', 'DELETING'],
    ['FROZEN', null],
  ])('reads a response that contains only the status %s as %s, without an import', async (status, shown) => {
    gateway.upstreams.work(anna).activation = { status }
    const { data, errors } = await read('status import { id }')
    expect([data.viewer.library.activation, errors]).toEqual([{ status: shown, import: null }, []])
  })

  test('lists the counts of each album, and the reason of each failed file (FAILED for an unknown reason)', async () => {
    const work = gateway.upstreams.work(anna)
    work.activation = { status: 'ACTIVE', import: buildImport(1) }
    work.importedAlbums = [buildImportedAlbum(1), { ...buildImportedAlbum(2), name: null, albumId: null }]
    work.importFailures = [
      { fileName: 'a.jpg', albumName: 'Texel', reason: 'DAMAGED_FILE' },
      { fileName: 'b.jpg', albumName: null, reason: 'SOMETHING_NEW' },
    ]
    const { data } = await read(`import {
      albums { edges { node { name ${counts} albumId } } } failures { edges { node { fileName albumName reason } } }
    }`)
    const { albums, failures } = data.viewer.library.activation.import
    const amounts = { foundCount: 4, importedCount: 2, existingCount: 1, failedCount: 1 }
    expect(nodes(albums)).toEqual([
      { name: 'IMG_1.jpg', ...amounts, albumId: globalId('Album', buildImportedAlbum(1).albumId ?? '') },
      { name: null, ...amounts, albumId: null },
    ])
    expect(nodes(failures)).toEqual([
      { fileName: 'a.jpg', albumName: 'Texel', reason: 'DAMAGED_FILE' },
      { fileName: 'b.jpg', albumName: null, reason: 'FAILED' },
    ])
  })

  test('a cursor of the second of two albums with the same name continues after that second album', async () => {
    const work = gateway.upstreams.work(anna)
    work.activation = { status: 'ACTIVE', import: buildImport(1) }
    work.importedAlbums = [albumNamed('Texel', 1), albumNamed('Texel', 2), albumNamed('Other', 3)]
    const page = 'edges { cursor node { foundCount } }'
    const { data } = await read(`import { albums { ${page} } }`)
    const { cursor } = data.viewer.library.activation.import.albums.edges[1]
    const rest = await read(`import { albums(after: "${cursor}") { ${page} } }`)
    const { edges } = rest.data.viewer.library.activation.import.albums
    expect(edges.map(({ node }: { node: unknown }) => node)).toEqual([{ foundCount: 3 }])
  })

  test('is null when the response of the service is unreadable, and the other fields are intact', async () => {
    gateway.upstreams.fail('/photos/users/activate', { kind: 'body', text: '{"state":"ACTIVE"}' })
    const { data, errors } = await gateway.ask('{ viewer { library { activation { status } photosCount } } }')
    expect(data.viewer.library).toEqual({ activation: null, photosCount: 0 })
    const extensions = { code: 'UPSTREAM_INVALID_RESPONSE' }
    expect(errors).toMatchObject([{ message: 'Unable to parse response!', extensions }])
  })
})

describe('startImport', () => {
  const query = `mutation ($input: StartImportInput!) { startImport(input: $input) {
    __typename ... on StartImportSuccess { library { activation { status } } } ... on UserError { code }
  } }`
  const start = (owner = anna) => gateway.ask(query, { input: { libraryId: globalId('PhotoLibrary', owner) } })
  const started = { __typename: 'StartImportSuccess', library: { activation: { status: 'IMPORTING' } } }

  test('starts an import, even while one is running', async () => {
    gateway.upstreams.work(anna).activation = { status: 'NOT_ACTIVE' }
    expect((await start()).data.startImport).toEqual(started)
    expect((await start()).data.startImport).toEqual(started)
    const calls = gateway.upstreams.calls.map(({ method, path }) => `${method} ${path}`)
    const both = ['POST /photos/users/activate', 'GET /photos/users/activate']
    expect(calls).toEqual([...both, ...both])
  })

  test('starts an import at a service whose response is empty', async () => {
    gateway.upstreams.work(anna).activation = { status: 'IMPORTING' }
    gateway.upstreams.fail('/photos/users/activate', { kind: 'body', text: '{}' }, 1)
    expect((await start()).data.startImport).toEqual(started)
  })

  test.each([
    ['responds with 409', { kind: 'status', status: 409 }],
    ['responds that no import was started', { kind: 'body', text: '{"started":false}' }],
  ] as const)('returns NOTHING_TO_IMPORT when the service %s', async (_what, fault) => {
    gateway.upstreams.fail('/photos/users/activate', fault, 1)
    const nothing = { __typename: 'NothingToImport', code: 'NOTHING_TO_IMPORT' }
    expect((await start()).data.startImport).toEqual(nothing)
  })

  test('returns LibraryNotFound for the library of another customer, and makes no call', async () => {
    const refusal = { __typename: 'LibraryNotFound', code: 'NOT_FOUND' }
    expect((await start(bram)).data.startImport).toEqual(refusal)
    expect(gateway.upstreams.calls).toEqual([])
  })

  test('after a lost response, succeeds if the library is being imported, and fails otherwise', async () => {
    gateway.upstreams.work(anna).activation = { status: 'IMPORTING' }
    gateway.upstreams.fail('/photos/users/activate', { kind: 'reset' }, 1)
    expect((await start()).data.startImport).toEqual(started)
    gateway.upstreams.work(anna).activation = { status: 'NOT_ACTIVE' }
    gateway.upstreams.fail('/photos/users/activate', { kind: 'reset' }, 1)
    expect((await start()).errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })
})
