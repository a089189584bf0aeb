import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientFile, clientFileSchema, clientIdPattern } from './clientFile.ts'

/** A client of another team or of a partner. */
export type Client = ClientFile & { readonly id: string }

/** The clients that the operator has added. Their folder is read again when a file has changed. */
export interface Clients {
  all(): readonly Client[]
  /** Undefined if there is no such client. */
  find(id: string): Client | undefined
  /** The origins of all clients that are pages, such as `https://frame.example`. */
  origins(): ReadonlySet<string>
}

/** The log for the mistakes and the clients that were found in the folder. */
interface ClientsLog {
  error(facts: { readonly mistakes: readonly string[] }, message: string): void
  info(facts: { readonly clients: readonly string[] }, message: string): void
}

/** What was read from a folder: its valid clients, and a sentence for each mistake. */
export interface ClientsRead {
  readonly clients: readonly Client[]
  readonly mistakes: readonly string[]
}

/** The minimum time (ms) between two checks of the folder for changes. */
const checkMilliseconds = 1_000

/**
 * Reads the clients, and reads them again when a file has changed. A client whose file has a mistake cannot sign
 * customers in until the file is corrected; the log says what is wrong.
 * @param folder may be missing: then there are no clients
 * @param now a clock in ms
 */
export function createClients(folder: string, log: ClientsLog, now: () => number = () => Date.now()): Clients {
  let stamp: string | null = null
  let checked = Number.NEGATIVE_INFINITY
  let clients = new Map<string, Client>()
  let origins: ReadonlySet<string> = new Set()

  function current(): ReadonlyMap<string, Client> {
    if (now() - checked < checkMilliseconds) return clients
    checked = now()
    const found = stampOf(folder)
    if (found === stamp) return clients
    const isFirst = stamp === null
    stamp = found
    const read = readClients(folder)
    clients = new Map(read.clients.map((client) => [client.id, client]))
    origins = new Set(read.clients.flatMap(originsOf))
    if (read.mistakes.length > 0) log.error({ mistakes: read.mistakes }, 'clients with mistakes cannot be used')
    if (!isFirst || clients.size > 0) log.info({ clients: [...clients.keys()] }, 'the clients were read')
    return clients
  }

  return {
    all: () => [...current().values()],
    find: (id) => current().get(id),
    origins() {
      current()
      return origins
    },
  }
}

/** Reads and checks every client. Never throws because of what a file contains. */
export function readClients(folder: string): ClientsRead {
  const clients: Client[] = []
  const mistakes: string[] = []
  for (const name of namesIn(folder)) {
    const id = name.slice(0, -'.json'.length)
    if (!clientIdPattern.test(id)) {
      const rule = 'must be small letters, digits and hyphens, begin with a letter, and not end in -web'
      mistakes.push(`${name}: the name of the file ${rule}.`)
      continue
    }
    const read = readClient(join(folder, name))
    if ('client' in read) clients.push({ ...read.client, id })
    else mistakes.push(...read.mistakes.map((mistake) => `${name}: ${mistake}.`))
  }
  return { clients, mistakes }
}

/** The origins of the pages of a client; none for other programs. */
export function originsOf(client: ClientFile): string[] {
  return client.kind === 'page' ? [...new Set(client.redirectUris.map((uri) => new URL(uri).origin))] : []
}

type ClientRead = { readonly client: ClientFile } | { readonly mistakes: readonly string[] }

function readClient(path: string): ClientRead {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { mistakes: [`it is not JSON (${error instanceof Error ? error.message : String(error)})`] }
  }
  return checkClient(json)
}

/** Checks what a file contains. */
export function checkClient(json: unknown): ClientRead {
  const { success, data, error } = clientFileSchema.safeParse(json)
  if (success) return { client: data }
  return {
    mistakes: error.issues.map((issue) => {
      if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} is not a field of such a client`
      return [issue.path.join('.'), issue.message].filter((part) => part !== '').join(' ')
    }),
  }
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
}

function stampOf(folder: string): string {
  return namesIn(folder)
    .map((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      return `${name} ${found?.mtimeMs} ${found?.size}`
    })
    .join('\n')
}
