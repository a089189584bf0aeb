import type { Client } from 'graphql-ws'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import { type Received, connect, listen } from '../../support/socketClient.ts'
import { anna, bram, emailOf } from '../../support/tokens.ts'
import { idOf as imageIdOf } from '../../services/photos/seeding.ts'
import { type Role, operationsOfSchema, roles, table } from './authorizationTable.ts'
import { type RealAlbums, cees, photoId } from './realAlbums.ts'

const accounts: Record<Role, string> = { owner: anna, participant: bram, stranger: cees }
const mine = '018f3c1a-4444-7000-8000-000000000001'
const texel = '018f3c1a-4444-7000-8000-000000000002'
const ids = {
  mine: globalId('Album', mine),
  album: globalId('Album', texel),
  shared: globalId('SharedAlbum', texel),
  photo: photoId(1),
  other: photoId(5),
}
const liveFields = ['LibraryEvent.changedAlbumIds', 'LibraryEvent.removedAlbumIds']
const cases = Object.entries(table)

const query = 'subscription { libraryEvents { changedAlbumIds removedAlbumIds } }'

function variablesOf(query: string): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).filter(([name]) => query.includes(`$${name}: ID!`)))
}

function sorted(...given: string[]): string[] {
  return given.toSorted((one, other) => one.localeCompare(other))
}

/** The album events of several accounts, each received on its own socket. */
class EventListeners {
  readonly #clients: readonly Client[]
  readonly #received: readonly Received[]

  private constructor(clients: readonly Client[]) {
    this.#clients = clients
    this.#received = clients.map((client) => listen(client, { query }))
  }

  static async of(real: RealAlbums, accountIds: readonly string[]): Promise<EventListeners> {
    const url = await real.listen()
    const tokens = await Promise.all(accountIds.map((accountId) => real.token(accountId)))
    const listeners = new EventListeners(tokens.map((token) => connect(url, token)))
    await expect.poll(() => listeners.#received.every(({ events }) => events.length > 0)).toBe(true)
    return listeners
  }

  /** The ids that each account has received so far. */
  get changed(): string[][] {
    return this.#idsIn('changedAlbumIds')
  }

  get removed(): string[][] {
    return this.#idsIn('removedAlbumIds')
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.dispose()
  }

  #idsIn(field: 'changedAlbumIds' | 'removedAlbumIds'): string[][] {
    return this.#received.map(({ events }) => {
      const all: string[] = events.flatMap(({ libraryEvents }) => libraryEvents[field])
      return sorted(...new Set(all))
    })
  }
}

/** Tests every album operation as owner, participant, stranger and anonymous caller, and with an expired token. */
export function describeAuthorization(real: RealAlbums): void {
  const { database } = real

  /** Reads Anna's albums directly from the tables. */
  async function stateOfAlbums(): Promise<unknown> {
    const albums = await database()
      .selectFrom('albums')
      .select(['name', 'photos_count', 'updated_at', 'shares_locations'])
      .where('owner_id', '=', anna)
      .orderBy('id')
      .execute()
    return [albums, await database().selectFrom('album_participants').select('account_id').execute()]
  }

  describe('album permissions', () => {
    beforeEach(() => prepare(real))

    test('are tested for every operation of the schema', () => {
      expect(operationsOfSchema().length).toBeGreaterThan(25)
      expect(operationsOfSchema().filter((name) => !table[name] && !liveFields.includes(name))).toEqual([])
    })

    test.each(cases.flatMap(([name, row]) => roles.map((role) => [role, name, row] as const)))(
      'the %s gets only permitted data with %s',
      async (role, _name, { query, changedBy, ...answers }) => {
        const before = await stateOfAlbums()
        const { data, errors } = await real.ask(accounts[role], query, variablesOf(query))
        expect([data, errors]).toEqual([answers[role], []])
        const after = await stateOfAlbums()
        if (changedBy.includes(role)) expect(after).not.toEqual(before)
        else expect(after).toEqual(before)
      },
    )

    test.each(cases)('anonymous callers get nothing with %s', async (_name, { query, anonymous }) => {
      const before = await stateOfAlbums()
      const { data, errors } = await ask(real.app, query, { variables: variablesOf(query) })
      const codes = errors.map(({ extensions }) => extensions['code'])
      expect([data, [...new Set(codes)]]).toEqual([anonymous, anonymous === null ? ['UNAUTHENTICATED'] : []])
      expect([await stateOfAlbums(), real.link.calls]).toEqual([before, []])
    })

    test.each(cases)('the owner gets nothing with %s when their token has expired', async (_name, { query }) => {
      const before = await stateOfAlbums()
      const token = await real.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } })
      const { status, data, errors } = await ask(real.app, query, { token, variables: variablesOf(query) })
      expect([status, data, errors[0]?.extensions['code']]).toEqual([401, undefined, 'UNAUTHENTICATED'])
      expect([await stateOfAlbums(), real.link.calls]).toEqual([before, []])
    })
  })

  describe('album events', () => {
    beforeEach(() => prepare(real))

    test('reach the owner and the participants, but no strangers', async () => {
      const listeners = await EventListeners.of(real, [anna, bram, cees])
      await real.read(anna, `mutation { renameAlbum(input: { albumId: "${ids.mine}", name: "Other" }) { __typename } }`)
      await expect.poll(() => listeners.changed).toEqual([[ids.mine], [], []])
      // Deleting a photo changes the shared album that contains it, for all members.
      await real.read(bram, `mutation { deletePhotos(input: { photoIds: ["${photoId(21)}"] }) { __typename } }`)
      await expect.poll(() => listeners.changed).toEqual([sorted(ids.mine, ids.album, ids.shared), [ids.shared], []])
      await real.expel(ids.shared, bram)
      await expect.poll(() => listeners.removed).toEqual([[ids.shared], [ids.shared], []])
      await real.read(anna, `mutation { deleteAlbum(input: { albumId: "${ids.album}" }) { __typename } }`)
      await expect.poll(() => listeners.removed).toEqual([sorted(ids.album, ids.shared), [ids.shared], []])
      await listeners.close()
    })

    test('report that a shared album was deleted, and that an album was created and filled', async () => {
      const listeners = await EventListeners.of(real, [anna, bram])
      await real.read(anna, `mutation { deleteSharedAlbum(input: { sharedAlbumId: "${ids.shared}" }) { __typename } }`)
      await expect.poll(() => listeners.removed).toEqual([sorted(ids.album, ids.shared), [ids.shared]])
      const made = await real.album('New', [3])
      await expect.poll(() => listeners.changed).toEqual([[made], []])
      await listeners.close()
    })

    test.each([
      ['an anonymous caller', 200, () => undefined],
      [
        'an owner whose token has expired',
        401,
        () => real.upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }),
      ],
    ])('do not reach %s', async (_who, status, tokenOf) => {
      const token = await tokenOf()
      const response = await real.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { accept: 'text/event-stream', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        payload: { query },
      })
      expect(response.statusCode).toBe(status)
      expect(response.body).toContain('UNAUTHENTICATED')
      expect(response.body).not.toContain('changedAlbumIds')
      expect(real.link.calls).toEqual([])
    })
  })
}

function albumRow(id: string, name: string, day: number) {
  return {
    id,
    owner_id: anna,
    owner_email: emailOf(anna),
    name,
    created_at: new Date(Date.UTC(2026, 2, day)),
  }
}

function photoRow(albumId: string, number: number, ownerId = anna) {
  return {
    album_id: albumId,
    photo_id: imageIdOf(number),
    owner_id: ownerId,
    added_at: new Date(Date.UTC(2026, 2, 3, 0, 0, number)),
    taken_at: null,
  }
}

/** Writes two albums of Anna to the tables: "Mine", and "Texel", in which Bram participates with one photo. */
async function prepare(real: RealAlbums): Promise<void> {
  const database = real.database()
  await database
    .insertInto('albums')
    .values([albumRow(mine, 'Mine', 1), albumRow(texel, 'Texel', 2)])
    .execute()
  const inTexel = [photoRow(texel, 1), photoRow(texel, 2), photoRow(texel, 21, bram)]
  await database
    .insertInto('album_photos')
    .values([photoRow(mine, 1), photoRow(mine, 2), ...inTexel])
    .execute()
  const participant = { album_id: texel, account_id: bram, email: emailOf(bram) }
  await database.insertInto('album_participants').values(participant).execute()
  await database
    .updateTable('albums')
    .set({ updated_at: new Date(Date.UTC(2026, 2, 3)) })
    .execute()
}
